// The lobby: keeps the filters in the address and with the account, and loads the list again when tables come or go.
"use strict";
(() => {
  const filters = document.querySelector(".filters");
  const fold = filters.querySelector(".filters-fold");
  const badge = fold.querySelector(".badge");
  const page = document.querySelector(".page");
  let keeping = Promise.resolve();
  const noteWhenNothingFits = () => {
    const rows = [...document.querySelectorAll("#tables tbody tr[id]")];
    page.classList.toggle("nothing-fits", rows.length > 0 && !rows.some((row) => row.offsetParent));
  };
  filters.addEventListener("change", ({ target }) => {
    // Another order is another list.
    if (target.name === "sort") return filters.requestSubmit();
    const on = filters.querySelectorAll(":checked:not(option)").length;
    badge.textContent = on;
    badge.hidden = !on;
    const address = `?${new URLSearchParams(new FormData(filters))}`;
    history.replaceState(null, "", address);
    // One after the other, so that the last choice is the one that stays.
    keeping = keeping.then(() => fetch(address, { method: "HEAD", keepalive: true })).catch(() => {});
    noteWhenNothingFits();
  });
  // On a phone the filters fold away behind one button.
  filters.classList.add("folds");
  fold.hidden = false;
  fold.addEventListener("click", () => {
    const open = filters.classList.toggle("open");
    fold.setAttribute("aria-expanded", open);
  });

  let loading = false;
  const loadAgain = async () => {
    if (loading) return;
    loading = true;
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      whenReleased(() => {
        for (const id of ["tables", "lobby-summary"]) document.getElementById(id).replaceWith(fresh.getElementById(id));
        noteWhenNothingFits();
      });
    } finally {
      loading = false;
    }
  };
  // A row of a table that was opened since has no place here yet.
  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    const rows = event.detail.message.matchAll(/<tr id="(table-\d+)"/g);
    if ([...rows].every(([, id]) => document.getElementById(id))) return;
    event.preventDefault();
    loadAgain();
  });
  document.addEventListener("htmx:wsAfterMessage", () => {
    const wanted = document.getElementById("lobby-summary").dataset.tables;
    const shown = [...document.querySelectorAll("#tables tbody tr[id]")].map((row) => Number(row.id.slice(6)));
    if (wanted !== shown.sort((one, other) => one - other).join(" ")) loadAgain();
    noteWhenNothingFits();
  });
  noteWhenNothingFits();
})();
