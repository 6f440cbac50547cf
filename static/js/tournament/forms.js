// Forms of players and directors: what cannot be undone is asked twice, and Enter in a reason decides nothing.
"use strict";
(() => {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-confirm]");
    if (button && !confirm(button.dataset.confirm)) event.preventDefault();
  });
  // A form of the director has several buttons; only a press says which one is meant.
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key !== "Enter" || !target.matches(".d-acts input")) return;
    if (target.form.querySelectorAll("button").length > 1) event.preventDefault();
  });
})();
