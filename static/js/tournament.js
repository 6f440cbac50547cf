// A tournament's pages: the line that brings new pieces, clocks by the server's time, tabs. It decides nothing.
"use strict";
(() => {
  const GONE = [1008, 4401, 4404];
  const AGAIN_MS = 3000;
  const LAST_MS = 60000;
  const GO_AFTER_S = 5;
  const TOLD_MS = 9000;
  const SOUND = { level: "level", state: "bell" };
  let ahead = 0;
  const hear = (now) => { if (now) ahead = Number(now) - Date.now(); };
  hear(document.body.dataset.now);

  // Clocks.
  const two = (number) => String(number).padStart(2, "0");
  const clock = (left) => {
    const seconds = Math.ceil(Math.max(0, left) / 1000);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    if (hours > 47) return `${Math.floor(hours / 24)} d`;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };
  const tick = () => {
    const now = Date.now() + ahead;
    for (const one of document.querySelectorAll("[data-ends]")) {
      const left = Number(one.dataset.ends) - now;
      one.textContent = clock(left);
      one.classList.toggle("last", left < LAST_MS);
    }
    for (const one of document.querySelectorAll("[data-in]")) {
      one.textContent = one.dataset.minutes.replace("{minutes}", Math.ceil(Math.max(0, Number(one.dataset.in) - now) / 60000));
    }
  };

  // At a table: a level that begins, what holds play up or drives it, and what is safely won show under the bar for a
  // while, sound and stand in the title; the page is read as it comes, so what stood there before is no news.
  const told = new Map();
  const READ = "told-own";
  const before = Number(sessionStorage.getItem(READ));
  const unread = (kind) => Number(kind.slice(4)) > before;
  const news = () => {
    const bar = document.querySelector("section#tournament-bar");
    if (!bar) return;
    // What the director has told this player alone has a number, and is never old news.
    const own = [...bar.querySelectorAll("[data-tells^=own-]")].map((line) => line.dataset.tells).filter(unread);
    for (const kind of ["level", "state", "money", ...own]) {
      const line = bar.querySelector(`[data-tells=${kind}]`);
      const words = line?.textContent ?? "";
      const was = told.get(kind);
      if (was?.words !== words) {
        const shown = words && (was || kind === "state" || own.includes(kind));
        told.set(kind, { words, until: shown ? Date.now() + TOLD_MS : 0 });
        if (own.includes(kind)) sessionStorage.setItem(READ, kind.slice(4));
        if (words && (was || own.includes(kind))) {
          room.tables.tell(words, SOUND[kind] ?? (own.includes(kind) ? "bell" : undefined));
          document.getElementById("voice").textContent = words;
        }
      }
      const now = told.get(kind);
      // Who looks at another page reads it when back.
      if (document.hidden && now.until) now.until = Date.now() + TOLD_MS;
      if (now.until && now.until < Date.now()) {
        now.until = 0;
        room.tables.tell("");
      }
      if (line) line.hidden = !now.until;
    }
  };

  // To the new table, after as long as it takes to read why; who is typing is not carried off.
  let going = 0;
  const go = () => {
    const link = document.querySelector("a[data-go]");
    if (!link || going) return;
    going = setTimeout(() => {
      const still = document.querySelector("a[data-go]");
      going = 0;
      if (document.activeElement?.matches("input, textarea") && document.activeElement.value) go();
      else if (still) location.assign(still.href);
    }, GO_AFTER_S * 1000);
  };

  // New pieces take the place of those with the same id; one that is being typed in waits for the next.
  const busy = (piece) => {
    const at = document.activeElement;
    return piece.contains(at) && at.matches("input:not([type=hidden]), textarea, select");
  };
  const swap = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const seat = fresh.querySelector("#t-mine [data-room]");
    // The seat opens by itself: there was none a moment ago.
    if (seat && document.getElementById("t-mine") && !document.querySelector("#t-mine [data-room]")) return location.assign(seat.href);
    const stage = (page) => page.getElementById("t-head")?.dataset.stage;
    // A director has other forms before, during and after.
    if (document.querySelector(".d-acts") && stage(fresh) && stage(fresh) !== stage(document)) return location.reload();
    for (const piece of [...fresh.body.children]) {
      const old = document.getElementById(piece.id);
      if (!old || busy(old)) continue;
      // What was chosen stays chosen while it is there; a form never chooses by itself.
      if (piece.matches("select")) piece.value = old.value;
      const [focused, open] = [old.contains(document.activeElement) && document.activeElement, [...old.querySelectorAll("details[open]")].length];
      old.replaceWith(piece);
      if (open) for (const details of piece.querySelectorAll("details")) details.open = true;
      if (focused && focused.value) piece.querySelector(`[value="${CSS.escape(focused.value)}"]`)?.focus({ preventScroll: true });
    }
    hear(fresh.getElementById("t-now")?.dataset.now);
    tick();
    news();
    go();
  };
  const connect = (page) => {
    const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${page.dataset.line}`);
    line.onmessage = ({ data }) => swap(data);
    line.onopen = () => page.classList.remove("lost");
    line.onclose = ({ code }) => {
      page.classList.add("lost");
      if (!GONE.includes(code)) setTimeout(connect, AGAIN_MS, page);
    };
  };

  // The bar of a tournament's table comes by itself, then has a line of its own.
  const bar = document.querySelector("[data-bar]");
  if (bar) {
    fetch(bar.dataset.bar).then(async (answer) => {
      if (answer.ok) swap(await answer.text());
      connect(bar);
    });
  }
  // Who has just entered and has a seat already goes to it, as does one whose seat opens a moment later.
  const mine = document.querySelector("#t-mine [data-room]");
  if (mine && new URLSearchParams(location.search).has("entered")) return location.replace(mine.href);
  for (const page of document.querySelectorAll("[data-line]:not([data-bar])")) connect(page);

  // Tabs.
  const tabs = [...document.querySelectorAll(".t-tabs [role=tab]")];
  const choose = (chosen) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", on);
      tab.tabIndex = on ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !on;
    }
  };
  if (tabs.length) {
    document.querySelector(".t-page").classList.add("tabbed");
    choose(tabs.find((tab) => `#${tab.id.slice(4)}` === location.hash) ?? tabs[0]);
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener("click", () => {
        choose(tab);
        history.replaceState(null, "", `#${tab.id.slice(4)}`);
      });
      tab.addEventListener("keydown", ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
        if (!step) return;
        const other = tabs[(at + step + tabs.length) % tabs.length];
        other.focus();
        other.click();
      });
    }
  }

  // A reason typed to its end is no act yet: which of the form's buttons is meant, a press says.
  document.querySelector(".d-acts")?.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input") && event.target.form.querySelectorAll("button").length > 1) event.preventDefault();
  });

  // What cannot be taken back is asked twice.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sure]");
    if (button && !confirm(button.dataset.sure)) event.preventDefault();
  });

  // The schedule: filters work at once, and the list is fetched again when something has changed and somebody looks.
  document.body.classList.add("scripted");
  const filters = document.querySelector(".t-filters");
  filters?.addEventListener("change", () => filters.requestSubmit());
  const list = () => document.getElementById("t-schedule");
  if (list()) {
    let stale = false;
    const refresh = async () => {
      stale = true;
      if (document.hidden || list().contains(document.activeElement)) return;
      stale = false;
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      whenReleased(() => {
        list().replaceWith(fresh.getElementById("t-schedule"));
        hear(fresh.body.dataset.now);
        tick();
      });
    };
    const later = () => setTimeout(() => { if (stale) refresh(); });
    document.addEventListener("visibilitychange", later);
    document.addEventListener("focusout", later);
    const listen = (again) => {
      const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${list().dataset.hints}`);
      line.onopen = () => { if (again) refresh(); };
      line.onmessage = ({ data }) => { if (data.includes("t-now")) refresh(); };
      line.onclose = ({ code }) => { if (!GONE.includes(code)) setTimeout(listen, AGAIN_MS, true); };
    };
    listen(false);
  }

  tick();
  setInterval(() => {
    tick();
    news();
  }, 500);
  go();
})();
