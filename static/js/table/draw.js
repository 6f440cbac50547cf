// Choosing cards to exchange: the button says what would happen. Whether it may, the table decides.
"use strict";
(() => {
  const begin = () => {
    const button = document.getElementById("exchange");
    if (!button) return;
    const chosen = document.querySelectorAll("#my-hand input:checked").length;
    for (const words of button.querySelectorAll("[data-n]")) {
      words.hidden = Number(words.dataset.n) !== chosen;
      if (!words.hidden) button.disabled = "off" in words.dataset;
    }
  };
  const toggle = (key) => document.querySelector(`#my-hand [data-key="${key}"]`)?.click();

  document.addEventListener("change", ({ target }) => target.closest("#my-hand") && begin());
  room.draw = { begin, toggle };
})();
