// What has the focus on a page of the floor keeps it when its part of the page is replaced.
"use strict";
document.addEventListener("fragment:before", ({ detail: { old, fragment } }) => {
  if (!old.matches(".f-row, .f-calls, .f-now") || !old.contains(document.activeElement)) return;
  const { id } = document.activeElement;
  const refocus = () => (id ? document.getElementById(id) : fragment.querySelector("a"))?.focus({ preventScroll: true });
  document.addEventListener("fragment:after", refocus, { once: true });
});
