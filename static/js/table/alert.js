// The alert above the controls: what the page itself refuses; it hides after a while.
"use strict";
(() => {
  const ALERT_MS = 4500;
  let fading = 0;

  const hideLater = () => {
    const alert = document.getElementById("alert");
    if (!alert.textContent || alert.dataset.fading) return;
    alert.dataset.fading = "1";
    clearTimeout(fading);
    fading = setTimeout(() => { document.getElementById("alert").textContent = ""; }, ALERT_MS);
  };

  const say = (text) => {
    const alert = document.getElementById("alert");
    alert.textContent = text;
    delete alert.dataset.fading;
    hideLater();
  };

  pokerroom.alert = { hideLater, say };
})();
