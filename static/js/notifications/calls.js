// Notifications of the browser that call a player back to a page that is not in sight. They never name cards: others may
// see a locked screen.
"use strict";
(() => {
  const shown = new Map();
  const isPossible = () => "Notification" in window;
  const isAllowed = () => isPossible() && Notification.permission === "granted";
  const end = (tag) => {
    shown.get(tag)?.close();
    shown.delete(tag);
  };
  const endAll = () => { for (const tag of [...shown.keys()]) end(tag); };

  // Returns whether the browser showed it; a new one takes the place of an older one with its tag.
  const show = (tag, title, { body = "", silent = false } = {}) => {
    if (!isAllowed()) return false;
    try {
      const notification = new Notification(title, { body, tag, silent, lang: document.documentElement.lang });
      notification.addEventListener("click", () => {
        // A tile lies in the page that has the tab.
        window.parent.focus();
        window.focus();
        notification.close();
      });
      shown.set(tag, notification);
      return true;
    } catch {
      // Some browsers, mostly those of phones, have the permission but show nothing from a page.
      return false;
    }
  };
  const call = (tag, title, options) => { if (document.hidden) show(tag, title, options); };

  document.addEventListener("visibilitychange", () => { if (!document.hidden) endAll(); });
  addEventListener("pagehide", endAll);

  pokerroom.notifications = { isPossible, isAllowed, show, call, end };
})();
