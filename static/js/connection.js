// Says on every page that the connection is lost or the room silent, and what became of the last ask.
"use strict";
(() => {
  const TOO_MANY_SOCKETS = 4429;
  const NEWS_MS = 6000;
  const status = document.getElementById("connection-status");
  if (!status) return;
  // "lost", "silent", "gone" or "full"; empty while all is well.
  let trouble = "";
  let news = "";
  let timer = 0;
  // htmx may be missing where the other scripts came: most buttons that open a dialog then do nothing.
  let incomplete = "";

  const show = () => {
    const offline = !navigator.onLine && trouble !== "gone" && trouble !== "full";
    const text = [incomplete, offline ? "offline" : trouble, news].filter(Boolean).map((name) => status.dataset[name]).join(" ");
    // A live region speaks only when its text changes, and only if it was there before.
    if (status.textContent !== text) status.textContent = text;
  };
  const setTrouble = (name) => {
    trouble = name;
    show();
  };
  const tell = (name, forMs) => {
    clearTimeout(timer);
    news = name;
    if (forMs) timer = setTimeout(tell, forMs, "");
    show();
  };

  addEventListener("DOMContentLoaded", () => {
    if (!document.querySelector("meta[name=htmx-config]") || window.htmx) return;
    incomplete = "incomplete";
    show();
  });
  document.addEventListener("socket:open", () => setTrouble(""));
  document.addEventListener("socket:heard", () => setTrouble(""));
  document.addEventListener("socket:answered", () => { if (news === "waits" && !pokerroom.asks.isWaiting()) tell(""); });
  document.addEventListener("socket:silent", () => {
    setTrouble("silent");
    if (pokerroom.asks.isWaiting()) tell("waits");
  });
  document.addEventListener("socket:closed", (event) => {
    const { code, final } = event.detail;
    setTrouble(code === TOO_MANY_SOCKETS ? "full" : final ? "gone" : "lost");
    // The player closes some pages and loads this one again.
    if (code === TOO_MANY_SOCKETS) event.preventDefault();
    if (final || code === TOO_MANY_SOCKETS) tell("");
    else if (pokerroom.asks.isWaiting()) tell("waits");
  });
  document.addEventListener("ask:waits", () => tell("waits"));
  document.addEventListener("ask:unsent", () => tell("unsent", NEWS_MS));
  document.addEventListener("ask:unsure", () => tell("unsure", NEWS_MS));
  // A form that was sent may have arrived.
  document.addEventListener("htmx:sendError", ({ detail }) => {
    tell(detail.requestConfig.verb === "get" ? "unsent" : "unsure", NEWS_MS);
  });
  document.addEventListener("htmx:responseError", () => tell("failed", NEWS_MS));
  document.addEventListener("ask:sent-again", () => tell("again", NEWS_MS));
  for (const change of ["offline", "online"]) addEventListener(change, show);
})();
