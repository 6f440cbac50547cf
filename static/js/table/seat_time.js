// How long my seat is kept; messages about my seat can be closed, and one of them takes me to the table I moved to.
"use strict";
(() => {
  const EVERY_MS = 1000;
  // A dialog about the seat shows the seat's own clock.
  const endOf = (element) => Number(element.dataset.ends || document.querySelector("#controls [data-ends]")?.dataset.ends);
  const showTimes = () => {
    // The bar of a tournament has clocks of its own.
    for (const element of document.querySelectorAll("[data-ends]:not(#tournament-bar *)")) {
      const end = endOf(element);
      const shown = end ? pokerroom.formatTimeLeft(end - pokerroom.clock.now()) : "";
      if (element.textContent !== shown) element.textContent = shown;
    }
  };

  document.addEventListener("click", ({ target }) => target.closest("[data-dismisses]")?.parentElement.remove());
  document.addEventListener("push:after", () => {
    showTimes();
    const moved = document.querySelector("#notices [data-redirect]");
    if (moved) pokerroom.leavePage(() => location.assign(moved.dataset.redirect));
  });
  document.addEventListener("htmx:afterSwap", showTimes);
  setInterval(showTimes, EVERY_MS);
  showTimes();
})();
