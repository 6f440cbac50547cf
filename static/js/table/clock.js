// Clocks: bars that run down to a moment the server named, by the server's time.
"use strict";
(() => {
  const HURRY_MS = 5000;
  const COUNTDOWN_MS = 10000;
  const COUNT_EVERY_MS = 200;
  const page = document.body;
  let offset = -Infinity;
  let hurry = 0;

  // The message that was fastest on its way tells the server's time best: the largest difference is the truest.
  const hear = (serverNow, heardAt) => {
    offset = Math.max(offset, serverNow - heardAt);
  };
  const loaded = performance.getEntriesByType("navigation")[0];
  hear(Number(page.dataset.now), performance.timeOrigin + (loaded ? loaded.responseStart : 0));
  const now = () => Date.now() + offset;

  const still = () => page.classList.contains("still");

  // Seconds in figures: `data-left` all of them, for what passes by itself; `data-count` the last ten of a countdown.
  let counting = 0;
  const count = () => {
    clearTimeout(counting);
    const figures = document.querySelectorAll("[data-left], [data-count]");
    for (const figure of figures) {
      const { left, count: last } = figure.dataset;
      const seconds = Math.max(0, Math.ceil((Number(left ?? last) - now()) / 1000));
      const shown = left || seconds && seconds * 1000 <= COUNTDOWN_MS ? String(seconds) : "";
      if (figure.textContent !== shown) figure.textContent = shown;
    }
    if (figures.length) counting = setTimeout(count, COUNT_EVERY_MS);
  };

  // Starts every bar that isn't running yet: full width is `data-of` ms, or all that is left when it starts.
  const start = () => {
    const told = document.getElementById("now");
    if (told?.dataset.now) hear(Number(told.dataset.now), Date.now());
    for (const bar of document.querySelectorAll("[data-until]")) {
      if (bar.dataset.runs === bar.dataset.until) continue;
      bar.dataset.runs = bar.dataset.until;
      for (const old of bar.getAnimations()) old.cancel();
      const left = Math.max(0, Number(bar.dataset.until) - now());
      const whole = Math.max(Number(bar.dataset.of) || left, left, 1);
      bar.animate([{ transform: `scaleX(${left / whole})` }, { transform: "scaleX(0)" }], {
        duration: left, fill: "forwards", easing: still() ? `steps(${Math.ceil(left / 1000) || 1})` : "linear",
      });
    }
    count();
    const mine = document.querySelector("#controls:is(.is-turn, .is-draw) .turnbar");
    clearTimeout(hurry);
    document.getElementById("controls")?.classList.remove("hurry");
    if (mine) {
      const left = Number(mine.dataset.until) - now();
      hurry = setTimeout(() => {
        document.getElementById("controls")?.classList.add("hurry");
        room.sound.play("hurry");
      }, Math.max(0, left - HURRY_MS));
    }
  };

  window.room = { clock: { start, now }, still };
})();
