// How long the room takes to answer this page: measured with what is asked, and when somebody looks.
"use strict";
(() => {
  document.addEventListener("socket:answered", ({ detail }) => {
    document.getElementById("answer-delay").textContent = `${Math.round(detail.ms)}\u00a0ms`;
  });
  document.getElementById("tab-me").addEventListener("click", pokerroom.transport.measure);
})();
