// The lobby: keeps the filters in the address and with the account, and fetches the list again when tables come or go.
"use strict";
(() => {
  const filters = document.querySelector(".filters");
  const fold = filters.querySelector(".filters-fold");
  const badge = fold.querySelector(".badge");
  const page = document.querySelector(".page");
  const shownRows = () => [...document.querySelectorAll("#tables tbody tr[id]")];
  let saving = Promise.resolve();

  const noteWhenNothingFits = () => {
    const rows = shownRows();
    page.classList.toggle("nothing-fits", rows.length > 0 && !rows.some((row) => row.offsetParent));
  };
  filters.addEventListener("change", ({ target }) => {
    // Another order needs another list.
    if (target.name === "sort") return filters.requestSubmit();
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

  const tableNumbers = () => shownRows().map((row) => Number(row.id.slice("table-".length)));
  document.addEventListener("push:after", async ({ detail }) => {
    // The row of a table that was opened since the page was loaded has no place here yet.
    const opened = detail.missing.some((id) => id.startsWith("table-"));
    const listed = tableNumbers().sort((one, other) => one - other).join(" ");
    if (opened || document.getElementById("lobby-summary").dataset.tables !== listed) {
      await pokerroom.refresh(location.href, ["tables", "lobby-summary"]);
    }
    noteWhenNothingFits();
  });
  noteWhenNothingFits();
})();
