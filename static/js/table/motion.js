// Animates a push: cards, bets and chips move from where they were before it to where they are after it.
"use strict";
(() => {
  const QUICK = 180;
  const CALM = 320;
  const EASE = "cubic-bezier(.2,.8,.3,1)";
  const area = document.querySelector(".table-area");
  const surface = document.getElementById("table-surface");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  const off = () => reduced.matches || pokerroom.isStill() || document.hidden;
  let before = null;
  // When the last card on its way to the board is there: until then its odds would tell what it is.
  let landsAt = 0;

  const box = (element) => element?.getBoundingClientRect();
  const mid = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });
  const cardsOf = (element) => [...(element?.querySelectorAll(".card:not(.slot)") ?? [])];
  // When the board is run several times, new cards come to the last one.
  const lastBoard = () => document.querySelector("#board .cards:last-of-type");

  const snapshot = () => ({
    seats: new Map([...surface.querySelectorAll(".seat")].map((seat) => [seat.id, {
      bet: seat.querySelector(".bet"),
      betBox: box(seat.querySelector(".bet")),
      cards: cardsOf(seat).length,
      faces: seat.querySelectorAll(".card[data-c]").length,
      handBox: box(seat.querySelector(".hand")),
      equity: seat.querySelector(".equity")?.textContent,
      folded: seat.classList.contains("folded"),
      won: seat.classList.contains("won"),
    }])),
    board: cardsOf(lastBoard()).length,
    pots: box(document.querySelector("#pots .pot")) ?? box(document.getElementById("pots")),
    ownCards: cardsOf(document.getElementById("my-hand")).length,
  });

  const flyIn = (element, from, duration = QUICK, delay = 0) => {
    const to = mid(box(element));
    element.animate(
      [{ translate: `${from.x - to.x}px ${from.y - to.y}px`, opacity: 0.2 }, { translate: "0 0", opacity: 1 }],
      { duration, delay, easing: EASE, fill: "backwards" },
    );
  };
  // An element that the push removed flies away as a copy.
  const flyOut = (element, from, to, duration = CALM, delay = 0) => {
    const copy = element.cloneNode(true);
    const frame = box(area);
    copy.classList.add("flying-chip");
    copy.removeAttribute("id");
    area.append(copy);
    const begin = { x: from.left - frame.left, y: from.top - frame.top };
    const end = { x: begin.x + to.x - mid(from).x, y: begin.y + to.y - mid(from).y };
    copy.animate(
      [{ translate: `${begin.x}px ${begin.y}px`, opacity: 1 }, { translate: `${end.x}px ${end.y}px`, opacity: 0.15 }],
      { duration, delay, easing: EASE, fill: "both" },
    ).finished.finally(() => copy.remove());
  };
  const turnUp = (card, delay) => card.animate(
    [{ scale: "0 1" }, { scale: "1 1" }], { duration: QUICK, delay, easing: "ease-out", fill: "backwards" });

  const moveSeat = (seat, was, pots, centre) => {
    const bet = seat.querySelector(".bet");
    const plate = mid(box(seat.querySelector(".plate")));
    if (bet && bet.textContent !== was.bet?.textContent) {
      if (!was.bet) flyIn(bet, plate);
      pokerroom.sounds.play("chips");
    }
    if (was.bet && !bet) flyOut(was.bet, was.betBox, mid(pots));
    const cards = cardsOf(seat);
    const faces = seat.querySelectorAll(".card[data-c]");
    if (cards.length && !was.cards) {
      cards.forEach((card, place) => flyIn(card, centre, CALM, place * 60));
      pokerroom.sounds.play("card");
    } else if (was.cards && cards.length > was.cards) {
      // A street of stud brings the newest up card, or else the last down card.
      flyIn(faces.length > was.faces ? faces[faces.length - 1] : cards[cards.length - 1], centre, CALM);
      pokerroom.sounds.play("card");
    } else if (was.cards && faces.length && !was.faces) faces.forEach((card, place) => turnUp(card, place * 60));
    if (was.cards && !was.folded && seat.classList.contains("folded") && was.handBox?.width) {
      const back = document.createElement("i");
      back.className = "card back small";
      flyOut(back, was.handBox, centre, CALM);
    }
    if (!was.won && seat.classList.contains("won")) {
      const chip = document.createElement("i");
      chip.className = "chip";
      for (let i = 0; i < 4; i++) flyOut(chip, chipBox(pots), plate, CALM + 60, i * 55);
      pokerroom.sounds.play("win");
    }
  };
  const chipBox = (rect) => ({ left: mid(rect).x - 9, top: mid(rect).y - 9, width: 18, height: 18 });

  const after = () => {
    const was = before;
    before = null;
    if (!was || off()) return;
    const centre = mid(box(surface));
    const pots = was.pots;
    for (const seat of surface.querySelectorAll(".seat")) {
      const old = was.seats.get(seat.id);
      if (old && !seat.classList.contains("empty")) moveSeat(seat, old, pots, centre);
    }
    const board = cardsOf(lastBoard());
    const now = performance.now();
    const dealt = board.slice(was.board);
    if (dealt.length) landsAt = now + CALM + 70 * (dealt.length - 1);
    for (const seat of surface.querySelectorAll(".seat")) {
      const odds = seat.querySelector(".equity");
      if (odds && landsAt > now && odds.textContent !== was.seats.get(seat.id)?.equity)
        odds.animate([{ opacity: 0 }, { opacity: 1 }], { duration: QUICK, delay: landsAt - now, fill: "backwards" });
    }
    dealt.forEach((card, place) => {
      flyIn(card, { x: centre.x, y: box(surface).top }, CALM, place * 70);
      pokerroom.sounds.play("card");
    });
    const ownCards = cardsOf(document.getElementById("my-hand"));
    ownCards.slice(was.ownCards).forEach((card, place) => flyIn(card, centre, CALM, place * 80));
  };

  pokerroom.motion = {
    before: () => { before = surface.classList.contains("unknown") || off() ? null : snapshot(); },
    after,
  };
})();
