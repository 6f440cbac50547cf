// The schedule: filters work at once, and the rows of the list are pushed.
"use strict";
(() => {
  const filters = document.querySelector(".t-filters");

  document.body.classList.add("scripted");
  filters?.addEventListener("change", () => filters.requestSubmit());
  pokerroom.pushedList({ marker: "t-listed", row: "t-row-", body: "#t-schedule tbody" });
})();
