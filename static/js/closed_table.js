// The page of a table that only its players may watch: its dialog opens and closes; a player who has a seat gets the table.
"use strict";
(() => {
  const dialog = document.getElementById("dialog");
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target !== dialog) return;
    pokerroom.betting.begin();
    if (!dialog.open) dialog.showModal();
    (dialog.querySelector("[data-initial-focus], .amount") ?? dialog).focus();
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-closes]") || target === dialog) dialog.close();
  });
  document.addEventListener("done", () => location.assign(location.pathname));
})();
