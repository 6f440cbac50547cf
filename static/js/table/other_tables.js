// My other tables, in tabs or tiles: each page says when its player is to act, so that the others can show it, and only
// one of them sounds.
"use strict";
(() => {
  const GRACE_MS = 1500;
  const SOUND_MS = 4000;
  const page = document.body;
  const { table: id } = page.dataset;
  const channel = new BroadcastChannel("tables");
  const waiting = new Map();
  const bar = document.querySelector(".bar .tabs");
  let myTurn = null;
  let news = "";

  // `isNewTurn`: the turn has just begun.
  // `left` in ms: a page without the room's clock counts from now.
  const report = (isNewTurn = false) => channel.postMessage({
    table: id, name: page.dataset.title, calls: Boolean(myTurn), turn: myTurn?.turn ?? "", until: myTurn?.until ?? 0,
    left: myTurn ? Math.max(0, myTurn.until - pokerroom.clock.now()) : 0, isNewTurn,
  });
  const byUrgency = () => [...waiting.values()].sort((one, other) => one.until - other.until);

  // Only the page that gets the lock sounds. A browser lets no page sound before it was touched.
  const playOnce = (table, turn, sound = "turn") => {
    if (!pokerroom.sounds.canPlay(sound)) return;
    if (!navigator.locks) {
      if (table === id) pokerroom.sounds.play(sound);
      return;
    }
    navigator.locks.request(`${sound} ${table} ${turn}`, { ifAvailable: true }, (lock) => {
      if (!lock) return undefined;
      pokerroom.sounds.play(sound);
      return new Promise((free) => setTimeout(free, SOUND_MS));
    });
  };

  const tabOf = (other) => {
    const tab = bar?.querySelector(`[data-table="${CSS.escape(other.table)}"]`);
    if (tab || !bar) return tab;
    const newTab = document.createElement("a");
    newTab.className = "tab";
    newTab.href = `/table/${other.table}/`;
    newTab.dataset.table = other.table;
    newTab.textContent = other.name;
    bar.querySelector(".active").after(newTab);
    return newTab;
  };
  const show = () => {
    for (const other of byUrgency()) tabOf(other);
    for (const tab of bar?.querySelectorAll("[data-table]") ?? []) {
      const calls = tab.dataset.table === id ? Boolean(myTurn) : waiting.has(tab.dataset.table);
      tab.classList.toggle("calls", calls);
      if (calls) tab.setAttribute("aria-description", page.dataset.turnDescription);
      else tab.removeAttribute("aria-description");
    }
    const [first] = byUrgency();
    const text = myTurn ? myTurn.title : first ? page.dataset.otherTurnTitle.replace("{name}", first.name) : news;
    document.title = text ? `${text} · ${page.dataset.name}` : page.dataset.name;
  };

  channel.addEventListener("message", ({ data }) => {
    if (data.ask) return report();
    if (data.show !== undefined) return undefined;
    if (data.table === id) {
      // Another tab of this table was closed; this one still has the turn.
      if (myTurn && !data.calls) report();
      return undefined;
    }
    clearTimeout(waiting.get(data.table)?.timer);
    waiting.delete(data.table);
    if (data.calls) {
      // A page that crashed reports nothing more, so its turn ends with its time.
      const timer = setTimeout(() => {
        waiting.delete(data.table);
        show();
      }, data.left + GRACE_MS);
      waiting.set(data.table, { ...data, timer });
      if (data.isNewTurn) playOnce(data.table, data.turn);
    }
    return show();
  });
  addEventListener("pagehide", () => channel.postMessage({ table: id, name: page.dataset.title, calls: false, until: 0 }));
  addEventListener("pageshow", ({ persisted }) => persisted && report());

  // `turn` identifies my turn here, or is empty.
  const noteTurn = (turn, title, until) => {
    const isNewTurn = Boolean(turn) && myTurn?.turn !== turn;
    // The time bank moves the end of the same turn.
    if (!isNewTurn && (turn ? myTurn.until === until : !myTurn)) return show();
    myTurn = turn ? { turn, title, until } : null;
    report(isNewTurn);
    if (isNewTurn) playOnce(id, turn);
    return show();
  };
  // Stands in the title while no table waits for this player, with a sound if one is named.
  const setNews = (text, sound) => {
    news = text;
    if (sound) playOnce(id, text, sound);
    show();
  };
  const showNext = () => {
    const [first] = byUrgency();
    if (page.classList.contains("tile")) return channel.postMessage({ show: first?.table ?? "" });
    const tabs = [...bar.querySelectorAll("[data-table]")];
    const after = tabs[(tabs.findIndex((tab) => tab.dataset.table === id) + 1) % tabs.length];
    const to = first ? tabOf(first) : after;
    return to && to.dataset.table !== id ? to.click() : undefined;
  };

  channel.postMessage({ ask: true });
  pokerroom.otherTables = { noteTurn, showNext, setNews, showTitle: show };
})();
