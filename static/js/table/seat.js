// My seat: how long it is kept, what I am told about it, and the way to the table I moved to.
"use strict";
(() => {
  const SECOND = 1000;
  const two = (number) => String(number).padStart(2, "0");
  const told = (left) => {
    const seconds = Math.max(0, Math.ceil(left / SECOND));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  };

  // A dialog about the seat shows the seat's own clock.
  const ends = (element) => Number(element.dataset.ends || document.querySelector("#controls [data-ends]")?.dataset.ends);
  const show = () => {
    for (const element of document.querySelectorAll("[data-ends]")) {
      const moment = ends(element);
      element.textContent = moment ? told(moment - room.clock.now()) : "";
    }
  };

  const go = () => {
    const gone = document.querySelector("#news [data-goes]");
    if (gone) location.assign(gone.dataset.goes);
  };
  document.addEventListener("click", ({ target }) => target.closest("[data-drops]")?.parentElement.remove());
  document.addEventListener("htmx:wsAfterMessage", () => {
    show();
    go();
  });
  document.addEventListener("htmx:afterSwap", show);
  setInterval(show, SECOND);
  show();
})();
