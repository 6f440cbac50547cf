// The lobby: keeps the filters in the address and with the account, and puts tables that open or close in their place.
"use strict";
(() => {
  const filters = document.querySelector(".filters");
  const fold = filters.querySelector(".filters-fold");
  const badge = fold.querySelector(".badge");
  const page = document.querySelector(".page");
  const shownRows = () => [...document.querySelectorAll("#tables tbody tr[id]")];
  // Which tables the list has, in their order, and whether there are more than it shows.
  const listed = () => document.getElementById("lobby-tables").dataset;
  let saving = Promise.resolve();

  const noteWhenNothingFits = () => {
    const rows = shownRows();
    page.classList.toggle("nothing-fits", rows.length > 0 && !rows.some((row) => row.offsetParent));
  };
  filters.addEventListener("change", ({ target }) => {
    // Another order needs another list, and so do other filters where it is not whole.
    if (target.name === "sort" || "more" in listed()) return filters.requestSubmit();
    const on = filters.querySelectorAll(":checked:not(option)").length;
    badge.textContent = on;
    badge.hidden = !on;
    const address = `?${new URLSearchParams(new FormData(filters))}`;
    history.replaceState(null, "", address);
    // One request after the other, so that the last choice is the one that is kept.
    saving = saving.then(() => fetch(address, { method: "HEAD", keepalive: true })).catch(() => {});
    noteWhenNothingFits();
  });
  // On a phone the filters fold away behind one button.
  filters.classList.add("folds");
  fold.hidden = false;
  fold.addEventListener("click", () => {
    const open = filters.classList.toggle("open");
    fold.setAttribute("aria-expanded", open);
  });

  // A table that was opened since the page was loaded has no row here yet, and one that was closed still has.
  const opened = new Set();
  document.addEventListener("push:before", ({ detail }) => {
    for (const { id } of detail.fragments.children) {
      if (!id.startsWith("table-") || document.getElementById(id)) continue;
      const row = document.createElement("tr");
      row.id = id;
      document.querySelector("#tables tbody").append(row);
      opened.add(id);
    }
  });
  const arrange = () => {
    const ids = listed().tables.split(" ").map((table) => `table-${table}`);
    const known = new Set(ids);
    for (const row of shownRows()) if (!known.has(row.id)) row.remove();
    // A list in an order of the viewer's has new tables at its end.
    if (opened.size && !document.querySelector("#tables [aria-sort]")) {
      let before = null;
      for (const row of ids.map((id) => document.getElementById(id)).filter(Boolean)) {
        if (opened.has(row.id)) {
          if (before) before.after(row);
          else document.querySelector("#tables tbody").prepend(row);
        }
        before = row;
      }
    }
    opened.clear();
  };
  document.addEventListener("push:after", () => {
    arrange();
    noteWhenNothingFits();
  });
  // A page that is loaded for each filter shows on a phone what was chosen.
  if ("more" in listed() && new URLSearchParams(location.search).has("f")) fold.click();
  noteWhenNothingFits();
})();
