// The page's one socket: it brings new fragments, sends what a press or a form asks, and connects again after a loss.
//
// A page hears of it by events: "socket:open" (`again` after a loss), "socket:closed" (`code`, `final`; who cancels it
// stops the reconnecting), "push:before" (`fragments`; can be cancelled) and "push:after" (`ids`, `missing`), "ask:before"
// (can be cancelled) and "ask:sent" at the element that asks.
"use strict";
(() => {
  // Policy, message too big, signed out, nothing to watch: another try would end alike.
  const FINAL_CODES = [1008, 1009, 4401, 4404];
  const TOO_MANY_SOCKETS = 4429;
  const TOO_MANY_RETRY_MS = 3000;
  const FIRST_DELAY_MS = 1000;
  const MOST_DOUBLINGS = 6;
  const path = document.body.dataset.socket;
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
  let socket = null;
  let opened = false;
  let attempts = 0;

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
    socket = new WebSocket(address);
    socket.onopen = () => {
      attempts = 0;
      pokerroom.dispatch("socket:open", { again: opened });
      opened = true;
    };
    socket.onmessage = ({ data }) => pokerroom.whenReleased(() => push(data));
    socket.onclose = ({ code }) => {
      const final = FINAL_CODES.includes(code);
      if (pokerroom.dispatch("socket:closed", { code, final }) && !final) setTimeout(connect, retryDelay(code));
    };
  };

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  // Returns whether it was sent; what is asked while the connection is lost would be stale when it is back.
  const ask = (values) => {
    if (isOpen()) socket.send(JSON.stringify(values));
    return isOpen();
  };

  const fieldsOf = (form, submitter) => {
    const fields = new FormData(form, submitter);
    return Object.fromEntries([...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }));
  };
  // The values written at the element and around it; the nearest wins.
  const valuesOf = (element) => {
    const around = element.parentElement?.closest("[data-values]");
    return { ...(around ? valuesOf(around) : {}), ...JSON.parse(element.getAttribute("data-values") ?? "{}") };
  };
  const askFor = (element, fields = {}) => {
    if (!pokerroom.dispatch("ask:before", {}, element)) return;
    if (ask({ ...fields, ...valuesOf(element) })) pokerroom.dispatch("ask:sent", {}, element);
  };
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-send]:not(form)");
    if (button) askFor(button);
  });
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-send]")) return;
    event.preventDefault();
    askFor(form, fieldsOf(form, submitter));
  });

  pokerroom.transport = { ask, isOpen };
  // The page's own scripts listen before anything comes.
  if (path) addEventListener("DOMContentLoaded", connect);
})();
