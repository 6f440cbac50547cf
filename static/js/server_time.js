// The server's time, by which every clock of a page runs.
"use strict";
(() => {
  const LATEST_MS = 20000;
  let offset = -Infinity;

  // The fastest message gives the server's time best, so the largest difference counts. A far smaller one was not late,
  // as so slow a connection is given up: the device's own time was put right meanwhile.
  const note = (serverNow, receivedAt) => {
    const difference = serverNow - receivedAt;
    offset = offset - difference > LATEST_MS ? difference : Math.max(offset, difference);
  };
  const now = () => Date.now() + (offset === -Infinity ? 0 : offset);

  const loaded = performance.getEntriesByType("navigation")[0];
  const shown = Number(document.body.dataset.now);
  if (shown) note(shown, performance.timeOrigin + (loaded ? loaded.responseStart : 0));
  pokerroom.serverTime = { note, now };
})();
