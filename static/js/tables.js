// My tables, tiled: the one that needs me comes forward. Each tile is the table's own page.
"use strict";
(() => {
  const PAST_MS = 1500;
  const page = document.body;
  const usual = document.title;
  const tiles = new Map([...document.querySelectorAll(".tile")].map((tile) => [tile.dataset.table, tile]));
  const tabs = new Map([...document.querySelectorAll(".tile-tabs [data-table]")].map((tab) => [tab.dataset.table, tab]));
  const calls = new Map();
  const channel = new BroadcastChannel("tables");
  let front = [...tiles.keys()][0];

  const first = () => [...calls.values()].sort((one, other) => one.until - other.until)[0];
  const bring = (table) => {
    const tile = tiles.get(table);
    if (!tile) return;
    front = table;
    for (const [id, one] of tiles) one.classList.toggle("front", id === table);
    for (const [id, tab] of tabs) tab.setAttribute("aria-pressed", id === table);
    // Keys go to the table that is in front.
    tile.querySelector("iframe").contentWindow?.focus();
  };
  const show = () => {
    for (const [id, tile] of tiles) tile.classList.toggle("calls", calls.has(id));
    for (const [id, tab] of tabs) tab.classList.toggle("calls", calls.has(id));
    const next = first();
    document.title = next ? page.dataset.elsewhere.replace("{name}", next.name) : usual;
    // While I am asked where I am, nothing is moved under my hand.
    if (next && !calls.has(front)) bring(next.table);
  };
  channel.addEventListener("message", ({ data }) => {
    if (data.ask) return;
    if (data.show !== undefined) {
      const order = [...tiles.keys()];
      bring(data.show || order[(order.indexOf(front) + 1) % order.length]);
      return;
    }
    clearTimeout(calls.get(data.table)?.timer);
    calls.delete(data.table);
    if (data.calls && tiles.has(data.table)) {
      const timer = setTimeout(() => {
        calls.delete(data.table);
        show();
      }, Math.max(0, data.until - Date.now()) + PAST_MS);
      calls.set(data.table, { ...data, timer });
    }
    show();
  });
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest(".tile-tabs [data-table]");
    if (tab) bring(tab.dataset.table);
  });
  // A press inside a tile puts it in front.
  addEventListener("blur", () => setTimeout(() => {
    const tile = document.activeElement?.closest?.(".tile");
    if (tile && tile.dataset.table !== front) bring(tile.dataset.table);
  }));
  channel.postMessage({ ask: true });
  bring(front);
})();
