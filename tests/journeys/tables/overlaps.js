// What is wrong with the layout of a table page: elements that overlap, leave the screen, cut their text or are too
// small for a thumb. Returns one line for each fault.
({ slack, tap }) => {
  const faults = new Set();
  const visible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const rect = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const union = (boxes) => ({
    left: Math.min(...boxes.map((box) => box.left)), top: Math.min(...boxes.map((box) => box.top)),
    right: Math.max(...boxes.map((box) => box.right)), bottom: Math.max(...boxes.map((box) => box.bottom)),
  });
  const textOf = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const items = [];
  const add = (kind, name, box, seat = "") => {
    if (box.right - box.left > 0 && box.bottom - box.top > 0) items.push({ kind, name, box, seat });
  };
  const open = document.querySelector(".side.open") !== null;

  for (const one of all("#controls :is(button, input, .strength, .offers)")) {
    if (one.closest("dialog") || one.type === "hidden") continue;
    const box = one.matches(".strength, .offers") ? textOf(one) : rect(one);
    if (one.closest(".offers") && one.matches("button")) continue;
    add("control", one.id || one.textContent.trim().slice(0, 24), box);
  }
  for (const one of all(".seat-exits button")) add("exit", one.textContent.trim(), rect(one));
  if (!open) for (const one of all(".side-tabs button")) add("tab", one.id, rect(one));
  const plates = new Map();
  for (const seat of all(".seat")) {
    const plate = seat.querySelector(".plate");
    if (!plate || !visible(plate)) continue;
    plates.set(seat.id, rect(plate));
    add("plate", seat.id, rect(plate), seat.id);
  }
  for (const hand of all(".seat .hand")) {
    const seat = hand.closest(".seat").id;
    const cards = [...hand.children].filter(visible).map(rect);
    if (!cards.length) continue;
    // The lower part of the cards is hidden behind their own plate.
    const box = union(cards);
    box.bottom = Math.min(box.bottom, plates.get(seat)?.top ?? box.bottom);
    add("cards", `${seat} cards`, box, seat);
  }
  const mine = document.querySelector("#my-hand");
  const mySeat = mine && [...mine.classList].find((name) => /^me-\d/.test(name))?.replace("me", "seat");
  const own = all("#my-hand .card").map(rect);
  if (own.length) {
    const box = union(own);
    if (mySeat && plates.has(mySeat)) box.bottom = Math.min(box.bottom, plates.get(mySeat).top);
    add("own", "own cards", box, mySeat);
  }
  const boards = all("#board .cards").filter((board) => board.children.length);
  boards.forEach((board, place) => add("board", `board ${place + 1}`, union([...board.querySelectorAll(".card")].map(rect))));
  for (const one of all("#board .number, #board .rabbit-label, #board > .street > *")) add("mark", `board ${one.textContent.trim()}`, rect(one));
  for (const one of all("#pots .pot")) add("pot", one.textContent.trim(), rect(one));
  for (const one of all("#status span")) add("status", one.textContent.trim().slice(0, 30), rect(one));
  for (const one of all(".seat :is(.bet, .button-mark, .blind, .seat-line, .equity, .drew)")) {
    const seat = one.closest(".seat").id;
    add(one.classList[0], `${seat} ${one.className}`, rect(one), seat);
  }
  for (const one of all(".tb-line, .floor-calls p, .delay-note")) add("note", one.className, rect(one));
  for (const one of all(".tb-message")) add("news", one.textContent.trim().slice(0, 30), rect(one));

  const marks = new Set(["button-mark", "blind", "seat-line", "equity", "drew"]);
  const mayOverlap = (one, other) => {
    if (one.seat && one.seat === other.seat) {
      const kinds = new Set([one.kind, other.kind]);
      // Marks sit on the edge of their own plate and over the cards behind it.
      if (kinds.has("plate") || kinds.has("cards") || kinds.has("own")) return marks.has(one.kind) || marks.has(other.kind);
    }
    // News of a tournament shows for seconds: it may lie over the table, and over no button.
    if (one.kind === "news" || other.kind === "news") return !["exit", "control", "tab", "note"].includes(one.kind === "news" ? other.kind : one.kind);
    // What was done is a note under the plate; chips in front of it say the same.
    return one.kind === other.kind && one.kind === "mark";
  };
  for (let i = 0; i < items.length; i++) {
    const { box, kind, name } = items[i];
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.add(`${kind} ${name} leaves the screen`);
    for (let j = i + 1; j < items.length; j++) {
      const other = items[j].box;
      const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      const by = Math.min(width, height);
      if (by > slack && !mayOverlap(items[i], items[j]))
        faults.add(`${kind} ${name} × ${items[j].kind} ${items[j].name}: ${Math.round(by)}`);
    }
  }

  for (const one of all("#controls button, .seat-exits button")) {
    if (one.closest("dialog")) continue;
    const outer = rect(one);
    const text = textOf(one);
    if (text.width && (text.left < outer.left - 1 || text.right > outer.right + 1 || text.top < outer.top - 1 || text.bottom > outer.bottom + 1))
      faults.add(`text of ${one.textContent.trim()} is cut`);
    if (one.scrollWidth > one.clientWidth + 1) faults.add(`text of ${one.textContent.trim()} is cut`);
  }
  // Whole numbers stay on one line.
  for (const one of all("#controls .act b, .stack, .bet, .pot b, .presets button")) {
    const range = document.createRange();
    const number = [...one.childNodes].findLast((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    if (!number) continue;
    range.selectNodeContents(number);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    if (lines.length > 1 && /^[\d\s.]+$/.test(number.data)) faults.add(`${one.textContent.trim()} is broken across lines`);
  }
  for (const one of all(".plate :is(.who b, .stack)")) {
    const text = textOf(one);
    const box = rect(one);
    const right = Math.min(text.right, box.right);
    if (one.matches(".stack") && text.right > rect(one.closest(".plate")).right + 1) faults.add(`stack ${one.textContent} leaves its plate`);
    // A mark on the edge of a plate hides no digit and no letter. Letters leave room above and below in their line.
    const name = one.textContent.trim();
    for (const mark of one.closest(".seat").querySelectorAll(":is(.button-mark, .blind, .equity, .drew)")) {
      const edge = rect(mark);
      const by = Math.min(edge.right - text.left, right - edge.left, edge.bottom - text.top - 3, text.bottom - 3 - edge.top);
      if (by > 2 && visible(mark)) faults.add(`${mark.className} hides ${Math.round(by)} px of ${name}`);
    }
  }
  if (tap) {
    for (const one of all("#controls :is(button, input), .seat-exits button, .side-tabs button")) {
      if (one.closest("dialog") || one.type === "hidden") continue;
      const { width, height } = one.getBoundingClientRect();
      if (height < tap - 0.5 || width < Math.min(tap, 40) - 0.5) faults.add(`${one.id || one.textContent.trim()} is ${Math.round(width)}×${Math.round(height)}: too small for a thumb`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.add("the page scrolls sideways");
  if (document.documentElement.scrollHeight > innerHeight) faults.add("the page scrolls");
  return [...faults];
}
