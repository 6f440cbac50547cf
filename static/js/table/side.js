// The panel beside the table: its tabs, a sheet on the phone; the log, talk, and how the table looks.
"use strict";
(() => {
  const OLD_LINES = 400;
  const TICKS = 3;
  const side = document.querySelector(".side");
  const tabs = [...side.querySelectorAll("[role=tab]")];
  const phone = matchMedia("(max-width: 720px)");
  const badge = side.querySelector("#tab-chat .badge");
  let unread = 0;

  const shown = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  const visible = (tab) => shown() === tab && (!phone.matches || side.classList.contains("open"));
  const choose = (tab) => {
    for (const one of tabs) {
      one.setAttribute("aria-selected", one === tab);
      one.tabIndex = one === tab ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = one !== tab;
    }
    if (tab.id === "tab-chat") read();
    down(document.getElementById("chat"));
    down(log());
  };
  const read = () => {
    unread = 0;
    badge.hidden = true;
  };
  const log = () => document.getElementById("panel-hand").firstElementChild;
  const down = (list) => { list.scrollTop = list.scrollHeight; };

  side.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (!tab) return;
    if (phone.matches) side.classList.toggle("open", !(side.classList.contains("open") && shown() === tab));
    choose(tab);
  });
  side.addEventListener("keydown", (event) => {
    const place = tabs.indexOf(event.target);
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") side.classList.remove("open");
    if (place < 0 || !by) return;
    event.stopPropagation();
    const next = tabs[(place + by + tabs.length) % tabs.length];
    next.focus();
    choose(next);
  });
  document.querySelector(".floor").addEventListener("click", () => side.classList.remove("open"));

  // A new hand begins a new log; the one before it stays above.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id !== "log") return;
    const next = detail.fragment.querySelector("#log");
    if (!next || next.dataset.hand === detail.target.dataset.hand) return;
    const before = document.getElementById("log-before");
    before.append(...detail.target.children);
    while (before.children.length > OLD_LINES) before.firstElementChild.remove();
  });

  let lines = 0;
  const after = () => {
    const list = log();
    const all = document.getElementById("log").children.length;
    if (all !== lines) down(list);
    lines = all;
    // Who sits finds the free seats in the panel; on the felt they would stand between the keys and the buttons.
    const mine = document.querySelector("#my-hand.seated") !== null;
    for (const seat of document.querySelectorAll(".sit")) seat.tabIndex = mine ? -1 : 0;
    // On a phone the newest lines also stand where the bet sizes are on my turn.
    const ticker = document.getElementById("ticker");
    ticker.replaceChildren(...[...document.getElementById("log").children].slice(-TICKS).map((item) => item.cloneNode(true)));
    const talk = document.getElementById("chat");
    if (talk.children.length !== said) {
      if (talk.children.length > said) room.sound.play("chat");
      if (said >= 0 && !visible(document.getElementById("tab-chat"))) unread += Math.max(0, talk.children.length - said);
      said = talk.children.length;
      badge.textContent = unread;
      badge.hidden = !unread;
      down(talk);
    }
  };
  let said = document.getElementById("chat").children.length;

  side.addEventListener("htmx:wsAfterSend", ({ target }) => {
    if (target.matches(".say")) target.reset();
  });
  down(document.getElementById("chat"));
  room.side = { after };
})();
