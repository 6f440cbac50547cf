// The table page: the line to the table, keys, dialogs, what is told to those who listen. It decides nothing.
"use strict";
(() => {
  const NOTICE_MS = 4500;
  const ANSWER_MS = 3500;
  const RETRY_MS = 1500;
  const RETRIED_BY_HTMX = [1006, 1011, 1012, 1013];
  const GONE = [1008, 1009, 4401, 4404];
  const FULL = 4429;
  const main = document.getElementById("main");
  const felt = document.getElementById("felt");
  const line = document.getElementById("line");
  const voice = document.getElementById("voice");
  const dialog = document.getElementById("dialog");
  const controls = () => document.getElementById("controls");
  let online = false;
  let socket = null;
  let turn = "";
  let heard = 0;

  // The line.
  const lost = (words) => {
    online = false;
    line.textContent = words;
    line.hidden = false;
  };
  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    online = true;
    socket = detail.socketWrapper;
    line.hidden = true;
  });
  document.addEventListener("htmx:wsClose", ({ detail }) => {
    const { code } = detail.event;
    socket = detail.socketWrapper;
    // What was asked before the line was lost is stale by the time it is back.
    if (socket) socket.queue.length = 0;
    if (code === FULL) return lost(line.dataset.full);
    if (GONE.includes(code)) return lost(line.dataset.gone);
    lost(line.dataset.lost);
    if (!RETRIED_BY_HTMX.includes(code)) setTimeout(() => online || socket.reconnect(), RETRY_MS);
  });
  document.addEventListener("htmx:wsConfigSend", (event) => {
    if (!online) lost(line.dataset.lost);
    // One ask at a time from the bar: a second press of the same turn goes nowhere.
    if (!online || event.target.closest("#controls.sent")) event.preventDefault();
  });
  document.addEventListener("htmx:wsAfterSend", ({ target }) => {
    const bar = target.closest("#controls");
    if (!bar) return;
    focused = focus();
    asked = focused && bar.dataset.turn ? { turn: bar.dataset.turn, ...focused } : null;
    const parts = [...bar.querySelectorAll(".acts, .sizer")];
    const rest = (on) => {
      bar.classList.toggle("sent", on);
      for (const part of parts) part.inert = on;
    };
    // What is inert can't keep the focus; the bar holds it until its buttons are there again.
    if (bar.contains(document.activeElement)) bar.focus({ preventScroll: true });
    rest(true);
    setTimeout(rest, ANSWER_MS, false);
  });

  // A push: before, and after.
  let focused = null;
  let asked = null;
  const focus = () => {
    const at = document.activeElement;
    if (!at || at === document.body || !main.contains(at)) return null;
    return { at, id: at.id, key: at.dataset.key, typed: at.matches(".amount") ? at.value : null };
  };
  document.addEventListener("htmx:wsBeforeMessage", () => {
    focused = focus();
    room.motion.before();
  });
  document.addEventListener("htmx:wsAfterMessage", () => {
    room.motion.after();
    felt.classList.remove("unknown");
    room.clock.start();
    room.keys.show();
    room.betting.begin();
    room.draw.begin();
    room.side.after();
    keepFocus();
    noteTurn();
    noteSeat();
    tell();
    hideNotice();
  });
  // Chips that come or go between wallet and table change the sum in the bar.
  let seated = null;
  const askPurse = () => {
    if (!document.getElementById("wallet")) return;
    htmx.ajax("GET", main.dataset.purse, { target: "#wallet", swap: "outerHTML" });
  };
  const noteSeat = () => {
    const mine = document.querySelector("#my-hand.seated") !== null;
    const queued = document.querySelector("#my-seat [data-queued]")?.dataset.queued ?? "";
    const state = `${mine} ${queued}`;
    if (seated !== null && seated !== state) askPurse();
    seated = state;
  };
  const keepFocus = () => {
    // While an ask was on its way its buttons were inert; if it was refused, focus and amount come back.
    const refused = asked && asked.turn === controls().dataset.turn ? asked : null;
    const was = refused ?? focused;
    if (!was || was.at.isConnected) return;
    asked = null;
    const again = (was.id && document.getElementById(was.id))
      || (was.key && document.querySelector(`[data-key="${was.key}"]`));
    (again || controls()).focus({ preventScroll: true });
    if (refused?.typed && again?.matches(".amount")) {
      again.value = refused.typed;
      again.dispatchEvent(new Event("input", { bubbles: true }));
      again.select();
    }
  };
  const noteTurn = () => {
    const { turn: number, hand, title } = controls().dataset;
    const mine = number ? `${hand}.${number}` : "";
    room.tables.note(mine, title, Number(document.querySelector("#controls .turnbar")?.dataset.until));
    if (mine && mine !== turn) {
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    }
    turn = mine;
  };

  // For those who listen: the newest lines of the log, and that it is their turn.
  const tell = () => {
    const log = document.getElementById("log");
    const lines = [...log.children].map((item) => item.textContent);
    const news = log.dataset.hand === log.dataset.told ? lines.slice(heard) : lines.slice(-1);
    log.dataset.told = log.dataset.hand;
    heard = lines.length;
    const mine = controls().dataset;
    const say = mine.turn && mine.told !== mine.turn ? [mine.say] : [];
    mine.told = mine.turn ?? "";
    const words = [...news.slice(-3), ...say].join(". ");
    if (words) voice.textContent = words;
  };

  let fading = 0;
  const hideNotice = () => {
    const notice = document.getElementById("notice");
    if (!notice.textContent || notice.dataset.fading) return;
    notice.dataset.fading = "1";
    clearTimeout(fading);
    fading = setTimeout(() => { document.getElementById("notice").textContent = ""; }, NOTICE_MS);
  };

  // Dialogs.
  const show = (element) => {
    if (!element.open) element.showModal();
    (element.querySelector("[data-first], .amount") ?? element).focus();
  };
  const close = (element) => element.closest("dialog")?.close();
  document.addEventListener("click", (event) => {
    const { target } = event;
    const asks = target.closest("[data-asks]");
    if (asks) show(document.getElementById(asks.dataset.asks));
    if (target.closest("[data-closes]")) close(target);
    if (target.matches("dialog.sheet")) close(target);
  });
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target !== dialog) return;
    room.betting.begin();
    show(dialog);
  });
  // What had the focus before may be gone by now.
  document.addEventListener("close", () => {
    if (document.activeElement === document.body) controls().focus({ preventScroll: true });
  }, true);
  document.addEventListener("done", () => {
    dialog.close();
    askPurse();
  });

  // Keys: fold, call and raise by the letters the player chose, arrows, digits (amounts, or cards to exchange), Enter.
  const press = (key) => document.querySelector(`#controls [data-key="${key}"]`)?.click();
  const typing = (element) => element.matches?.("input:not([type=checkbox]), textarea, select, [contenteditable]");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && !event.key.startsWith("Arrow")) return;
    const { target } = event;
    const key = room.keys.meaning(event.key);
    const sizer = room.betting.raise();
    if (document.querySelector("dialog[open]")) return;
    if (target.id === "amount") {
      if (key === "Enter") {
        event.preventDefault();
        press("r");
      } else if (key === "Escape") target.blur();
      else if (/^[fcr]$/.test(key)) {
        event.preventDefault();
        if (key !== "r") press(key);
      }
      return;
    }
    if (typing(target)) return;
    const field = sizer?.field;
    if (room.keys.act(key, event)) return;
    if (/^[fc]$/.test(key)) press(key);
    else if (key === "r") {
      event.preventDefault();
      if (field) field.select();
      else press("r");
    } else if (sizer && /^Arrow(Up|Right)$/.test(key)) sizer.step(1);
    else if (sizer && /^Arrow(Down|Left)$/.test(key)) sizer.step(-1);
    else if (field && /^\d$/.test(key)) field.select();
    else if (/^[1-9]$/.test(key)) room.draw.toggle(key);
    else if (key === "Enter" && sizer?.touched && !target.closest?.("button, a, summary")) press("r");
    else return;
    if (key.startsWith("Arrow")) event.preventDefault();
  });

  room.clock.start();
  room.betting.begin();
})();
