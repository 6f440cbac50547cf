// For screen readers: the newest lines of the log, and that it is my turn.
"use strict";
(() => {
  const MOST_LINES = 3;
  const announcements = document.getElementById("announcements");
  let linesRead = 0;

  const announce = (text) => { announcements.textContent = text; };
  const readNews = () => {
    const log = document.getElementById("log");
    const lines = [...log.children].map((item) => item.textContent);
    const newLines = log.dataset.hand === log.dataset.handRead ? lines.slice(linesRead) : lines.slice(-1);
    log.dataset.handRead = log.dataset.hand;
    linesRead = lines.length;
    const controls = document.getElementById("controls").dataset;
    const ownTurn = controls.turn && controls.announcedTurn !== controls.turn ? [controls.announcement] : [];
    controls.announcedTurn = controls.turn ?? "";
    const text = [...newLines.slice(-MOST_LINES), ...ownTurn].join(". ");
    if (text) announce(text);
  };

  pokerroom.announcer = { announce, readNews };
})();
