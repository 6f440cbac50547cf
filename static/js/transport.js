// The page's one socket: it brings new fragments, sends what is asked, notices when the room is silent, and connects
// again after a loss.
//
// A page hears of it by events: "socket:open" (`again` after a loss), "socket:closed" (`code`, `final`; who cancels it
// stops the reconnecting), "socket:silent" (nothing comes though the socket is open) and "socket:heard" (something came
// after it), "socket:answered" (`number` of the last ping the room has answered, `ms` that the answer took), "push:before"
// (`fragments`; can be cancelled) and "push:after" (`ids`, `missing`).
"use strict";
(() => {
  // Policy, message too big, signed out, nothing to watch: another try would end alike.
  const FINAL_CODES = [1008, 1009, 4401, 4403, 4404];
  const BANNED = 4403;
  const TOO_MANY_SOCKETS = 4429;
  const TOO_MANY_RETRY_MS = 3000;
  const FIRST_DELAY_MS = 1000;
  const MOST_DOUBLINGS = 6;
  const LOST = 1006;
  // Only a quiet socket is pinged, so busy tables cost nothing.
  const TICK_MS = 1000;
  const QUIET_MS = 8000;
  const SILENT_MS = 3000;
  const GIVE_UP_MS = 10000;
  const ASLEEP_MS = 5000;
  const path = document.body.dataset.socket;
  const address = new URL(path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  // What is pushed is in the language of this page, whatever is chosen elsewhere meanwhile.
  address.searchParams.set("language", document.documentElement.lang);
  let socket = null;
  let opened = false;
  let attempts = 0;
  let retry = 0;
  let pings = 0;
  // When each ping that waits for its answer was sent; the clock of the device may be put right meanwhile.
  const sentAt = new Map();
  let heardAt = 0;
  // When the oldest ping without an answer was sent; 0 without one.
  let pingedAt = 0;
  let silent = false;
  let giveUpMs = GIVE_UP_MS;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const push = (html) => {
    const fragments = pokerroom.parse(html);
    if (!pokerroom.dispatch("push:before", { fragments })) return;
    const ids = new Set([...fragments.children].map((fragment) => fragment.id));
    const missing = pokerroom.swap(fragments);
    pokerroom.dispatch("push:after", { ids, missing });
  };

  const retryDelay = (code) => {
    const jitter = FIRST_DELAY_MS * 2 ** Math.min(attempts, MOST_DOUBLINGS) * Math.random();
    attempts += 1;
    return code === TOO_MANY_SOCKETS ? TOO_MANY_RETRY_MS : jitter;
  };
  const connect = () => {
    clearTimeout(retry);
    heard();
    // What the page was made with is no longer what it shows.
    if (opened) address.searchParams.delete("seen");
    sentAt.clear();
    socket = new WebSocket(address);
    socket.onopen = () => {
      attempts = 0;
      heard();
      pokerroom.dispatch("socket:open", { again: opened });
      opened = true;
    };
    socket.onmessage = ({ data }) => {
      heard();
      const pong = data.match(/^pong (\d+)$/);
      if (pong) answered(Number(pong[1]));
      else pokerroom.whenReleased(() => push(data));
    };
    socket.onclose = ({ code }) => lost(code);
  };
  const lost = (code) => {
    // Any page now says that and why.
    if (code === BANNED) return location.reload();
    const final = FINAL_CODES.includes(code);
    const again = pokerroom.dispatch("socket:closed", { code, final }) && !final;
    if (again) retry = setTimeout(connect, retryDelay(code));
    return again;
  };
  // A dead socket's own end may come minutes later.
  const giveUp = () => {
    Object.assign(socket, { onopen: null, onmessage: null, onclose: null });
    socket.close();
    lost(LOST);
  };

  const heard = () => {
    heardAt = Date.now();
    pingedAt = 0;
    giveUpMs = GIVE_UP_MS;
    if (silent) pokerroom.dispatch("socket:heard");
    silent = false;
  };
  const answered = (number) => {
    const ms = performance.now() - sentAt.get(number);
    sentAt.delete(number);
    pokerroom.dispatch("socket:answered", { number, ms });
  };
  const ping = () => {
    pings += 1;
    sentAt.set(pings, performance.now());
    pingedAt ||= Date.now();
    socket.send(`ping ${pings}`);
    return pings;
  };
  const beat = () => {
    const now = Date.now();
    if (socket.readyState === WebSocket.CONNECTING && now - heardAt > GIVE_UP_MS) giveUp();
    if (!isOpen()) return;
    if (!pingedAt && now - heardAt > QUIET_MS) ping();
    if (!pingedAt || now - pingedAt <= SILENT_MS) return;
    if (!silent) pokerroom.dispatch("socket:silent");
    silent = true;
    if (now - pingedAt > giveUpMs) giveUp();
  };
  // After sleep or another network the socket is often dead, and nobody wants to wait for that.
  const check = () => {
    if (isOpen()) {
      pingedAt = 0;
      ping();
      giveUpMs = SILENT_MS;
    } else if (socket.readyState === WebSocket.CLOSED && retry) {
      attempts = 0;
      connect();
    }
  };
  const watch = () => {
    let beatAt = Date.now();
    setInterval(() => {
      const slept = Date.now() - beatAt > ASLEEP_MS;
      beatAt = Date.now();
      if (slept && !document.hidden) check();
      else beat();
    }, TICK_MS);
    addEventListener("online", check);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) check(); });
    // A press after a quiet moment asks at once.
    addEventListener("click", () => { if (isOpen() && !pingedAt && Date.now() - heardAt > SILENT_MS) ping(); }, true);
  };

  // Returns the number of a ping: once it is answered, what was asked has arrived.
  const ask = (values) => {
    socket.send(JSON.stringify(values));
    return ping();
  };

  // What a page fetches later comes in its own language.
  const pageLanguage = () => ({ "X-Page-Language": document.documentElement.lang });

  const measure = () => { if (isOpen()) ping(); };

  pokerroom.transport = { ask, isOpen, measure, pageLanguage };
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    Object.assign(detail.headers, pageLanguage());
  });
  // The page's own scripts listen before anything comes.
  if (path) {
    addEventListener("DOMContentLoaded", () => {
      connect();
      watch();
    });
  }
})();
