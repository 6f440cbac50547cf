// The link for friends: a button copies it, and a touch selects all of it.
"use strict";
(() => {
  const field = document.getElementById("invite");
  const button = document.querySelector("[data-copies]");
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    button.textContent = button.dataset.done;
  });
})();
