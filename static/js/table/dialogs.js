// Dialogs of the table: opened by a button or by what was fetched into them, closed by a button or a press beside them.
"use strict";
(() => {
  const dialog = document.getElementById("dialog");

  const show = (element) => {
    // A screen reader says the name of what opens, and then only where the focus is.
    const [title] = element.querySelectorAll("h2, p");
    if (title) element.setAttribute("aria-label", title.textContent.replace(/\s+/g, " ").trim());
    if (!element.open) element.showModal();
    (element.querySelector("[data-initial-focus], .amount") ?? element).focus();
  };
  const close = (element) => element.closest("dialog")?.close();
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("[data-opens]");
    if (opener) show(document.getElementById(opener.dataset.opens));
    if (target.closest("[data-closes]")) close(target);
    if (target.matches("dialog.sheet")) close(target);
  });
  const begin = () => {
    pokerroom.betting.begin();
    show(dialog);
  };
  document.addEventListener("htmx:afterSwap", ({ target }) => {
    if (target === dialog) begin();
  });
  // The page may come with a form.
  document.addEventListener("DOMContentLoaded", () => {
    if (dialog.children.length) begin();
  });
  document.addEventListener("done", () => dialog.close());
  // A seat that is pushed says sooner that it was taken than an answer about the order for it.
  document.addEventListener("fragment:after", ({ detail: { fragment } }) => {
    if (!fragment.matches("#my-hand.seated") || !dialog.querySelector("[data-until-seated]")) return;
    dialog.replaceChildren();
    pokerroom.dispatch("done");
  });
})();
