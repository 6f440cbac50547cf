// Choosing cards to exchange: the button says how many. The table decides whether that is allowed.
"use strict";
(() => {
  const begin = () => {
    const button = document.getElementById("exchange");
    if (!button) return;
    const chosen = document.querySelectorAll("#my-hand input:checked").length;
    for (const label of button.querySelectorAll("[data-chosen-count]")) {
      label.hidden = Number(label.dataset.chosenCount) !== chosen;
      if (!label.hidden) button.disabled = "off" in label.dataset;
    }
  };
  const toggle = (key) => document.querySelector(`#my-hand [data-key="${key}"]`)?.click();

  document.addEventListener("change", ({ target }) => target.closest("#my-hand") && begin());
  pokerroom.cardExchange = { begin, toggle };
})();
