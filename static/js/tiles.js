// My tables side by side: the one that waits for me comes to the front. Each tile is the table's own page.
"use strict";
(() => {
  const GRACE_MS = 1500;
  const page = document.body;
  const usualTitle = document.title;
  const byTable = (elements) => new Map([...elements].map((element) => [element.dataset.table, element]));
  const tiles = byTable(document.querySelectorAll(".tile"));
  const tabs = byTable(document.querySelectorAll(".tile-tabs [data-table]"));
  const turns = new Map();
  const channel = new BroadcastChannel("tables");
  let front = [...tiles.keys()][0];

  const mostUrgent = () => [...turns.values()].sort((one, other) => one.until - other.until)[0];
  const bringToFront = (table) => {
    const tile = tiles.get(table);
    if (!tile) return;
    front = table;
    for (const [id, one] of tiles) one.classList.toggle("front", id === table);
    for (const [id, tab] of tabs) tab.setAttribute("aria-pressed", id === table);
    // Keys go to the table in front.
    tile.querySelector("iframe").contentWindow?.focus();
  };
  const show = () => {
    for (const [id, tile] of tiles) tile.classList.toggle("calls", turns.has(id));
    for (const [id, tab] of tabs) tab.classList.toggle("calls", turns.has(id));
    const next = mostUrgent();
    document.title = next ? page.dataset.otherTurnTitle.replace("{name}", next.name) : usualTitle;
    // While the table in front waits for me, nothing moves.
    if (next && !turns.has(front)) bringToFront(next.table);
  };
  channel.addEventListener("message", ({ data }) => {
    if (data.ask) return;
    if (data.show !== undefined) {
      const order = [...tiles.keys()];
      bringToFront(data.show || order[(order.indexOf(front) + 1) % order.length]);
      return;
    }
    clearTimeout(turns.get(data.table)?.timer);
    turns.delete(data.table);
    if (data.calls && tiles.has(data.table)) {
      const timer = setTimeout(() => {
        turns.delete(data.table);
        show();
      }, data.left + GRACE_MS);
      turns.set(data.table, { ...data, timer });
    }
    show();
  });
  document.addEventListener("click", ({ target }) => {
    const tab = target.closest(".tile-tabs [data-table]");
    if (tab) bringToFront(tab.dataset.table);
  });
  // A press inside a tile brings it to the front.
  addEventListener("blur", () => setTimeout(() => {
    const tile = document.activeElement?.closest?.(".tile");
    if (tile && tile.dataset.table !== front) bringToFront(tile.dataset.table);
  }));
  channel.postMessage({ ask: true });
  bringToFront(front);
})();
