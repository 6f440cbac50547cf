// A tournament's clocks, by the server's time: `data-ends` counts down, `data-minutes-until` tells the minutes to a break.
"use strict";
(() => {
  const EVERY_MS = 500;
  const LAST_MS = 60000;

  const tick = () => {
    const now = pokerroom.serverTime.now();
    // At a table only the tournament's bar is ours.
    const bar = document.getElementById("tournament-bar");
    for (const element of (bar ?? document).querySelectorAll("[data-ends]")) {
      const left = Number(element.dataset.ends) - now;
      const shown = pokerroom.formatTimeLeft(left);
      if (element.textContent !== shown) element.textContent = shown;
      element.classList.toggle("last", left < LAST_MS);
    }
    for (const element of document.querySelectorAll("[data-minutes-until]")) {
      const minutes = Math.ceil(Math.max(0, Number(element.dataset.minutesUntil) - now) / 60000);
      element.textContent = element.dataset.minutes.replace("{minutes}", minutes);
    }
  };
  document.addEventListener("push:before", ({ detail }) => {
    const pushed = detail.fragments.getElementById("t-server-time")?.dataset.now;
    if (pushed) pokerroom.serverTime.note(Number(pushed), Date.now());
  });
  document.addEventListener("push:after", tick);
  tick();
  setInterval(tick, EVERY_MS);
})();
