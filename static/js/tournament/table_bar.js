// The bar over a tournament's table: its news shows for a while, sounds and stands in the title; a moved player is taken
// to the new table.
"use strict";
(() => {
  const EVERY_MS = 500;
  const NEWS_MS = 9000;
  const GO_AFTER_MS = 5000;
  const SOUNDS = { level: "level", state: "bell" };
  const LAST_READ = "last-own-news";
  const OWN = "own-";
  const shown = new Map();
  const lastRead = Number(sessionStorage.getItem(LAST_READ));

  // What the director has said to this player alone has a number; it is news until it was read, whenever it was said.
  const numberOf = (kind) => Number(kind.slice(OWN.length));
  const unreadKinds = (bar) => [...bar.querySelectorAll(`[data-news^=${OWN}]`)]
    .map((line) => line.dataset.news).filter((kind) => numberOf(kind) > lastRead);

  // A tournament that starts, pauses or goes on, and what its director says to this player.
  const notify = (text) => {
    const { notify: wanted, table, name } = document.body.dataset;
    const silent = pokerroom.sounds.canPlay("bell");
    if (wanted !== undefined) pokerroom.notifications.call(`news-${table}`, name, { body: text, silent });
  };

  // Text that was there when the page was loaded is no news, except what drives or holds up play.
  const noteChange = (kind, text, isOwn) => {
    const before = shown.get(kind);
    if (before?.text === text) return;
    const shows = text && (before || kind === "state" || isOwn);
    shown.set(kind, { text, until: shows ? Date.now() + NEWS_MS : 0 });
    if (isOwn) sessionStorage.setItem(LAST_READ, numberOf(kind));
    if (text && (before || isOwn)) {
      const sound = SOUNDS[kind] ?? (isOwn ? "bell" : undefined);
      pokerroom.otherTables.setNews(text, sound);
      if (sound === "bell") notify(text);
      pokerroom.announcer.announce(text);
    }
  };
  const isShowing = (kind) => {
    const news = shown.get(kind);
    // A player who looks at another page reads it on coming back.
    if (document.hidden && news.until) news.until = Date.now() + NEWS_MS;
    if (news.until && news.until < Date.now()) {
      news.until = 0;
      pokerroom.otherTables.setNews("");
    }
    return news.until > 0;
  };
  const showNews = () => {
    const bar = document.querySelector("section#tournament-bar");
    if (!bar) return;
    const own = unreadKinds(bar);
    for (const kind of ["level", "state", "money", ...own]) {
      const line = bar.querySelector(`[data-news=${kind}]`);
      noteChange(kind, line?.textContent ?? "", own.includes(kind));
      const showing = isShowing(kind);
      if (line) line.hidden = !showing;
    }
  };

  // The bar is drawn anew whenever a place changes; screen readers say again only what has other words then.
  const wordsOf = (line) => {
    const copy = line.cloneNode(true);
    for (const timer of copy.querySelectorAll("[role=timer]")) timer.remove();
    return copy.textContent.trim();
  };
  const SPOKEN = "[role=alert], [role=status]";
  const silenceSaid = (old, fragment) => {
    const said = new Set([...old.querySelectorAll(SPOKEN)].map(wordsOf));
    for (const line of fragment.querySelectorAll(SPOKEN)) if (said.has(wordsOf(line))) line.setAttribute("aria-live", "off");
  };

  // Leaves time to read why; a player who is typing is not taken away.
  let going = 0;
  const goToNewTable = () => {
    if (!document.querySelector("a[data-go]") || going) return;
    going = setTimeout(() => {
      const link = document.querySelector("a[data-go]");
      going = 0;
      if (document.activeElement?.matches("input, textarea") && document.activeElement.value) goToNewTable();
      else if (link) pokerroom.leavePage(() => location.assign(link.href));
    }, GO_AFTER_MS);
  };

  document.addEventListener("fragment:before", ({ detail: { old, fragment } }) => {
    if (fragment.id === "tournament-bar") silenceSaid(old, fragment);
  });
  document.addEventListener("push:after", () => {
    showNews();
    goToNewTable();
  });
  setInterval(showNews, EVERY_MS);
  goToNewTable();
})();
