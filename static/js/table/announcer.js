// For screen readers: my cards when they change, the newest lines of the log with the names of their cards, that it is
// my turn and that my time bank runs.
"use strict";
(() => {
  const MOST_LINES = 3;
  const announcements = document.getElementById("announcements");
  let handRead;
  let linesRead = 0;
  let cardsRead = "";
  let timeBankRead = "";

  // A card is an element without text; its label is its name.
  const spoken = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const label = node.getAttribute("aria-label");
    return label ? ` ${label},` : [...node.childNodes].map(spoken).join("");
  };
  const sentence = (line) => spoken(line).replace(/\s+/g, " ").replace(/,$/, "").trim();
  const hasCards = (line) => line.querySelector("[aria-label]") !== null;
  // Of many new lines without cards the last ones are read, and every line with cards: a street, an exchange, a hand that
  // is shown. In stud a street deals so many cards that the action before it would be among the first lines.
  const newSentences = (log) => {
    const { hand } = log.dataset;
    // Of a log that was there already only the end is news.
    const from = handRead === undefined ? -1 : hand === handRead ? linesRead : 0;
    const lines = [...log.children].slice(from);
    handRead = hand;
    linesRead = log.children.length;
    const last = new Set(lines.filter((line) => !hasCards(line)).slice(-MOST_LINES));
    return lines.filter((line) => last.has(line) || hasCards(line)).map(sentence);
  };
  const ownCards = () => {
    const { cards = "" } = document.getElementById("my-hand").dataset;
    const text = cards !== cardsRead ? cards : "";
    cardsRead = cards;
    return text ? [text] : [];
  };
  const ownTurn = () => {
    const controls = document.getElementById("controls").dataset;
    const isNew = controls.turn && controls.announcedTurn !== controls.turn;
    controls.announcedTurn = controls.turn ?? "";
    return isNew ? [controls.announcement] : [];
  };

  const ownTimeBank = () => {
    const { announcement: text = "" } = document.querySelector("#controls .turnbar")?.dataset ?? {};
    const isNew = text && text !== timeBankRead;
    timeBankRead = text;
    return isNew ? [text] : [];
  };

  const announce = (text) => { announcements.textContent = text; };
  const readNews = () => {
    const text = [...newSentences(document.getElementById("log")), ...ownCards(), ...ownTimeBank(), ...ownTurn()].join(". ");
    if (text) announce(text);
  };

  pokerroom.announcer = { announce, readNews };
})();
