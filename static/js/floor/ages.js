// How long something has gone on, by the server's time: `data-since` is the moment it began.
"use strict";
(() => {
  const EVERY_MS = 1000;
  const { now } = document.body.dataset;
  const offset = now ? Number(now) - Date.now() : 0;

  const tick = () => {
    for (const element of document.querySelectorAll("time[data-since]")) {
      element.textContent = pokerroom.formatTimeLeft(Date.now() + offset - Number(element.dataset.since));
    }
  };
  document.addEventListener("push:after", tick);
  document.addEventListener("htmx:afterSwap", tick);
  setInterval(tick, EVERY_MS);
  tick();
})();
