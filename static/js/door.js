// The page before a closed table: its dialog opens and closes; once the seat is there, the table itself is loaded.
"use strict";
window.room = {};
(() => {
  const dialog = document.getElementById("dialog");
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target !== dialog) return;
    room.betting.begin();
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector("[data-first], .amount") ?? dialog).focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-closes]") || target === dialog) dialog.close();
  });
  document.addEventListener("done", () => location.assign(location.pathname));
})();
