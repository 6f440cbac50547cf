// The frame of the back office: its menu, which scrolls by itself and folds away on a narrow screen, and the filters of lists.
"use strict";
(() => {
  const side = document.querySelector(".office-side");
  const menu = side.querySelector(".office-menu");
  pokerroom.fold(side, side.querySelector(".menu-fold"));

  // Brings the current page into sight.
  const here = menu.querySelector("[aria-current]");
  if (here) {
    const [page, frame] = [here.getBoundingClientRect(), menu.getBoundingClientRect()];
    menu.scrollTop += page.top - frame.top - (frame.height - page.height) / 2;
  }

  const asked = new URLSearchParams(location.search);
  for (const button of document.querySelectorAll(".office-filters .filters-fold")) {
    const fields = [...button.form.querySelectorAll(".filter-groups [name]")];
    pokerroom.fold(button.form, button, { isOpen: fields.some((field) => asked.get(field.name)) });
  }
})();
