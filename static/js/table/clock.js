// Clocks of the table: bars and figures that run down to a moment, by the server's time.
"use strict";
(() => {
  const HURRY_MS = 5000;
  const COUNTDOWN_MS = 10000;
  const COUNT_EVERY_MS = 200;
  const MOVE_EVERY_MS = 50;
  const page = document.body;
  let hurry = 0;

  const { now } = pokerroom.serverTime;

  const isStill = () => page.classList.contains("still");

  // Seconds in figures: `data-left` shows all of them, `data-count` the last ten.
  let counting = 0;
  const countDown = () => {
    clearTimeout(counting);
    const figures = document.querySelectorAll("[data-left], [data-count]");
    for (const figure of figures) {
      const { left, count: last } = figure.dataset;
      const seconds = Math.max(0, Math.ceil((Number(left ?? last) - now()) / 1000));
      const shown = left || seconds && seconds * 1000 <= COUNTDOWN_MS ? String(seconds) : "";
      if (figure.textContent !== shown) figure.textContent = shown;
    }
    if (figures.length) counting = setTimeout(countDown, COUNT_EVERY_MS);
  };

  // A bar moves by pixels and at most twenty times a second, as each move takes power; a still one once a second.
  const steps = (bar, left, whole) => Math.ceil(
    isStill() ? left / 1000 : Math.min(bar.parentElement.clientWidth * left / whole, left / MOVE_EVERY_MS)
  ) || 1;

  // Starts every bar that isn't running yet. Its full width is `data-duration` ms, or the time left when it starts.
  const start = () => {
    const pushed = document.getElementById("server-time");
    if (pushed?.dataset.now) pokerroom.serverTime.note(Number(pushed.dataset.now), Date.now());
    // Other pushes bring no time, and this one grows old.
    delete pushed?.dataset.now;
    for (const bar of document.querySelectorAll("[data-until]")) {
      if (bar.dataset.runs === bar.dataset.until) continue;
      bar.dataset.runs = bar.dataset.until;
      for (const old of bar.getAnimations()) old.cancel();
      const left = Math.max(0, Number(bar.dataset.until) - now());
      const whole = Math.max(Number(bar.dataset.duration) || left, left, 1);
      bar.animate([{ transform: `scaleX(${left / whole})` }, { transform: "scaleX(0)" }], {
        duration: left, fill: "forwards", easing: `steps(${steps(bar, left, whole)})`,
      });
    }
    countDown();
    const ownBar = document.querySelector("#controls:is(.is-turn, .is-draw) .turnbar");
    clearTimeout(hurry);
    document.getElementById("controls")?.classList.remove("hurry");
    if (ownBar) {
      const left = Number(ownBar.dataset.until) - now();
      hurry = setTimeout(() => {
        document.getElementById("controls")?.classList.add("hurry");
        pokerroom.sounds.play("hurry");
      }, Math.max(0, left - HURRY_MS));
    }
  };

  pokerroom.clock = { start, now };
  pokerroom.isStill = isStill;
})();
