// For screen readers: the newest lines of the log, and that it is my turn.
"use strict";
(() => {
  const MOST_LINES = 3;
  const voice = document.getElementById("voice");
  let read = 0;

  const announce = (text) => { voice.textContent = text; };
  const readNews = () => {
    const log = document.getElementById("log");
    const lines = [...log.children].map((item) => item.textContent);
    const fresh = log.dataset.hand === log.dataset.told ? lines.slice(read) : lines.slice(-1);
    log.dataset.told = log.dataset.hand;
    read = lines.length;
    const bar = document.getElementById("controls").dataset;
    const turn = bar.turn && bar.told !== bar.turn ? [bar.say] : [];
    bar.told = bar.turn ?? "";
    const text = [...fresh.slice(-MOST_LINES), ...turn].join(". ");
    if (text) announce(text);
  };

  pokerroom.announcer = { announce, readNews };
})();
