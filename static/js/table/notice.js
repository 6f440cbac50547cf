// A refusal above the action bar goes away after a while.
"use strict";
(() => {
  const NOTICE_MS = 4500;
  let fading = 0;

  const hideLater = () => {
    const notice = document.getElementById("notice");
    if (!notice.textContent || notice.dataset.fading) return;
    notice.dataset.fading = "1";
    clearTimeout(fading);
    fading = setTimeout(() => { document.getElementById("notice").textContent = ""; }, NOTICE_MS);
  };

  pokerroom.notice = { hideLater };
})();
