// The panel beside the table: its tabs, a sheet on the phone; the hand's log and the chat.
"use strict";
(() => {
  const OLD_LINES = 400;
  const TICKER_LINES = 3;
  const side = document.querySelector(".side");
  const tabs = [...side.querySelectorAll("[role=tab]")];
  const chatTab = document.getElementById("tab-chat");
  const badge = chatTab.querySelector(".badge");
  // The style sheet decides where the panel is a sheet over the table.
  const isSheet = () => getComputedStyle(side).getPropertyValue("--sheet").trim() === "1";
  const chat = () => document.getElementById("chat");
  const log = () => document.getElementById("log");
  let unread = 0;
  let logLines = 0;
  let chatLines = chat().children.length;

  const selected = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
  const isVisible = (tab) => selected() === tab && (!isSheet() || side.classList.contains("open"));
  const scrollDown = (list) => { list.scrollTop = list.scrollHeight; };
  const scrollLogDown = () => scrollDown(document.getElementById("panel-hand").firstElementChild);
  const select = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = tab !== chosen;
    }
    if (chosen === chatTab) {
      unread = 0;
      badge.hidden = true;
    }
    scrollDown(chat());
    scrollLogDown();
  };

  side.addEventListener("click", ({ target }) => {
    const tab = target.closest("[role=tab]");
    if (!tab) return;
    if (isSheet()) side.classList.toggle("open", !(side.classList.contains("open") && selected() === tab));
    select(tab);
  });
  side.addEventListener("keydown", (event) => {
    const place = tabs.indexOf(event.target);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") side.classList.remove("open");
    if (place < 0 || !step) return;
    event.stopPropagation();
    const next = tabs[(place + step + tabs.length) % tabs.length];
    next.focus();
    select(next);
  });
  document.querySelector(".table-area").addEventListener("click", () => side.classList.remove("open"));
  side.addEventListener("ask:sent", ({ target }) => {
    if (target.matches(".chat-form")) target.reset();
  });
  // A refused line goes back into its field, unless something else is typed there already.
  document.addEventListener("fragment:after", ({ detail: { fragment } }) => {
    const field = side.querySelector(".chat-form [name=text]");
    if (fragment.id === "alert" && fragment.dataset.chat && field && !field.value) field.value = fragment.dataset.chat;
  });

  // A new hand starts a new log; the log of the hand before stays above it.
  document.addEventListener("fragment:before", ({ detail: { old, fragment } }) => {
    if (fragment.id !== "log" || fragment.dataset.hand === old.dataset.hand) return;
    const earlier = document.getElementById("log-before");
    earlier.append(...old.children);
    while (earlier.children.length > OLD_LINES) earlier.firstElementChild.remove();
  });

  const updateLog = () => {
    const lines = [...log().children];
    if (lines.length !== logLines) scrollLogDown();
    logLines = lines.length;
    // On a phone the newest lines also stand where the bet sizes are on my turn.
    document.getElementById("ticker").replaceChildren(...lines.slice(-TICKER_LINES).map((item) => item.cloneNode(true)));
  };
  const updateChat = () => {
    const lines = chat().children.length;
    if (lines === chatLines) return;
    if (lines > chatLines) pokerroom.sounds.play("chat");
    if (!isVisible(chatTab)) unread += Math.max(0, lines - chatLines);
    chatLines = lines;
    badge.textContent = unread;
    badge.hidden = !unread;
    scrollDown(chat());
  };
  const update = () => {
    updateLog();
    // A seated player finds the free seats in the panel; on the table they would come before the action buttons.
    const seated = document.querySelector("#my-hand.seated") !== null;
    for (const seat of document.querySelectorAll(".sit")) seat.tabIndex = seated ? -1 : 0;
    updateChat();
  };

  scrollDown(chat());
  pokerroom.sidePanel = { update };
})();
