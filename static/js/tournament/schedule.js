// The schedule: filters work at once, and on a phone they fold away; the rows of the list are pushed.
"use strict";
(() => {
  const filters = document.querySelector(".t-filters");

  filters.addEventListener("change", () => filters.requestSubmit());
  pokerroom.fold(filters, filters.querySelector(".filters-fold"), { isOpen: location.search !== "" });
  pokerroom.pushedList({ marker: "t-listed", row: "t-row-", body: "#t-schedule tbody" });
})();
