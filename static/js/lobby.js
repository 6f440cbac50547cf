// The lobby: keeps the filters in the address and with the account; the rows of its list are pushed.
"use strict";
(() => {
  const filters = document.querySelector(".filters");
  const fold = filters.querySelector(".filters-fold");
  const badge = fold.querySelector(".badge");
  const page = document.querySelector(".page");
  const shownRows = () => [...document.querySelectorAll("#tables tbody tr[id]")];
  // Whether there are more tables than the list has.
  const hasMore = () => "more" in document.getElementById("lobby-tables").dataset;
  let saving = Promise.resolve();

  const noteWhenNothingFits = () => {
    const rows = shownRows();
    page.classList.toggle("nothing-fits", rows.length > 0 && !rows.some((row) => row.offsetParent));
  };
  filters.addEventListener("change", ({ target }) => {
    // Another order needs another list, and so do other filters where it is not whole.
    if (target.name === "sort" || hasMore()) return filters.requestSubmit();
    const on = filters.querySelectorAll(":checked:not(option)").length;
    badge.textContent = on;
    badge.hidden = !on;
    const address = `?${new URLSearchParams(new FormData(filters))}`;
    history.replaceState(null, "", address);
    // One request after the other, so that the last choice is the one that is kept.
    saving = saving.then(() => fetch(address, { method: "HEAD", keepalive: true })).catch(() => {});
    noteWhenNothingFits();
  });
  // A page that is loaded for each filter shows on a phone what was chosen.
  pokerroom.fold(filters, fold, { isOpen: hasMore() && new URLSearchParams(location.search).has("f") });

  pokerroom.pushedList({
    marker: "lobby-tables",
    row: "table-",
    body: "#tables tbody",
    hasOwnOrder: () => document.querySelector("#tables [aria-sort]") !== null,
  });
  document.addEventListener("push:after", noteWhenNothingFits);
  noteWhenNothingFits();
})();
