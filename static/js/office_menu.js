// Brings the current page into sight in the menu of the back office, which scrolls by itself.
"use strict";
for (const here of document.querySelectorAll(".office-menu [aria-current]")) {
  const menu = here.closest(".office-menu");
  const [page, frame] = [here.getBoundingClientRect(), menu.getBoundingClientRect()];
  menu.scrollLeft += page.left - frame.left - (frame.width - page.width) / 2;
  menu.scrollTop += page.top - frame.top - (frame.height - page.height) / 2;
}
