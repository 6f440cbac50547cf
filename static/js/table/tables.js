// Several tables of one person, in tabs or tiles: each says when it needs its player, so that every other can tell,
// and only one of them sounds. It decides nothing.
"use strict";
(() => {
  const PAST_MS = 1500;
  const SOUND_MS = 4000;
  const page = document.body;
  const { table: id, title: name } = page.dataset;
  const channel = new BroadcastChannel("tables");
  const others = new Map();
  const bar = document.querySelector(".bar .tabs");
  let mine = null;
  let news = "";

  // `fresh` when the call begins just now.
  const say = (fresh = false) => channel.postMessage(
    { table: id, name, calls: Boolean(mine), turn: mine?.turn ?? "", until: mine?.until ?? 0, fresh },
  );
  // Whoever waits for this player elsewhere, the one with the least time first.
  const calling = () => [...others.values()].sort((one, other) => one.until - other.until);

  // Of all pages that may sound one does: whoever gets the lock. A page nobody has touched yet has no voice.
  const sound = (table, turn, name = "turn") => {
    if (!room.sound.can(name)) return;
    if (!navigator.locks) {
      if (table === id) room.sound.play(name);
      return;
    }
    navigator.locks.request(`${name} ${table} ${turn}`, { ifAvailable: true }, (lock) => {
      if (!lock) return undefined;
      room.sound.play(name);
      return new Promise((free) => setTimeout(free, SOUND_MS));
    });
  };

  const tabOf = (other) => {
    const tab = bar?.querySelector(`[data-table="${CSS.escape(other.table)}"]`);
    if (tab || !bar) return tab;
    const fresh = document.createElement("a");
    fresh.className = "tab";
    fresh.href = `/table/${other.table}/`;
    fresh.dataset.table = other.table;
    fresh.textContent = other.name;
    bar.querySelector(".active").after(fresh);
    return fresh;
  };
  const show = () => {
    for (const other of calling()) tabOf(other);
    for (const tab of bar?.querySelectorAll("[data-table]") ?? []) {
      const calls = tab.dataset.table === id ? Boolean(mine) : others.has(tab.dataset.table);
      tab.classList.toggle("calls", calls);
      if (calls) tab.setAttribute("aria-description", page.dataset.calls);
      else tab.removeAttribute("aria-description");
    }
    const [first] = calling();
    const words = mine ? mine.title : first ? page.dataset.elsewhere.replace("{name}", first.name) : news;
    document.title = words ? `${words} · ${page.dataset.name}` : page.dataset.name;
  };

  channel.addEventListener("message", ({ data }) => {
    if (data.ask) return say();
    if (data.show !== undefined) return undefined;
    if (data.table === id) {
      // Another tab of this table was closed; this one still knows better.
      if (mine && !data.calls) say();
      return undefined;
    }
    clearTimeout(others.get(data.table)?.timer);
    others.delete(data.table);
    if (data.calls) {
      // A page that died says no more: its call ends with its time.
      const left = Math.max(0, data.until - room.clock.now()) + PAST_MS;
      const timer = setTimeout(() => {
        others.delete(data.table);
        show();
      }, left);
      others.set(data.table, { ...data, timer });
      if (data.fresh) sound(data.table, data.turn);
    }
    return show();
  });
  addEventListener("pagehide", () => channel.postMessage({ table: id, name, calls: false, until: 0 }));
  addEventListener("pageshow", ({ persisted }) => persisted && say());

  // `turn` names my turn here, or is empty.
  const note = (turn, title, until) => {
    if (mine?.turn === turn || (!mine && !turn)) return show();
    mine = turn ? { turn, title, until } : null;
    say(Boolean(mine));
    if (mine) sound(id, turn);
    return show();
  };
  // News of the tournament: in the title while nobody waits for this player, and heard if `name` is a sound.
  const tell = (words, name) => {
    news = words;
    if (name) sound(id, words, name);
    show();
  };
  const next = () => {
    const [first] = calling();
    if (page.classList.contains("tile")) return channel.postMessage({ show: first?.table ?? "" });
    const tabs = [...bar.querySelectorAll("[data-table]")];
    const after = tabs[(tabs.findIndex((tab) => tab.dataset.table === id) + 1) % tabs.length];
    const to = first ? tabOf(first) : after;
    return to && to.dataset.table !== id ? to.click() : undefined;
  };

  channel.postMessage({ ask: true });
  room.tables = { note, next, tell };
})();
