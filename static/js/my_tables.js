// The strip of my tables and waiting lists: its buttons work without leaving the page; a call for a seat counts down,
// sounds, notifies and stands in the title.
"use strict";
(() => {
  const RING_EVERY_S = 10;
  const place = document.getElementById("my-tables-place");
  const form = document.getElementById("my-tables-form");
  if (!place || !form) return;
  const strip = () => document.getElementById("my-tables");
  let clockOffset = 0;
  let pageTitle = "";
  let lastRings = new Map();

  // What is pushed while a request is under way is newer than its answer, or is followed by a push that is.
  let pushes = 0;
  document.addEventListener("push:after", ({ detail }) => { if (detail.ids.has("my-tables")) pushes += 1; });
  const showAnswer = (fragments, pushesBefore) => {
    if (pushes === pushesBefore) return pokerroom.swap(fragments);
    const notice = fragments.querySelector(".my-tables-note[role=alert]");
    if (notice) strip().prepend(notice);
  };

  // A button of the strip, or of a row that belongs to it.
  document.addEventListener("submit", async (event) => {
    if (event.target !== form) return;
    event.preventDefault();
    const button = event.submitter;
    // Read first: a disabled button is left out of the form.
    const body = new FormData(form, button);
    const pushesBefore = pushes;
    button.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Fragment": "1", ...pokerroom.transport.pageLanguage() } });
      if (answer.ok && !answer.redirected) showAnswer(pokerroom.parse(await answer.text()), pushesBefore);
      else location.reload();
    } catch {
      pokerroom.dispatch("ask:unsure");
    } finally {
      button.disabled = false;
    }
  });

  // Somebody who plays a hand here keeps this page open.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest(".my-tables-call a");
    if (link && document.querySelector("#my-hand.seated")) link.target = "_blank";
  });

  const { audio } = pokerroom;
  audio.prepare();
  const RISING = [[523, 0], [784, 0.16], [1046, 0.32]];
  const canRing = () => "sound" in strip().dataset && !document.body.classList.contains("mute");
  const ring = () => {
    if (!canRing()) return;
    audio.play((context) => {
      for (const [pitch, at] of RISING) audio.tone(context, context.destination, { pitch, at, length: 0.4 });
    });
  };

  const { notifications } = pokerroom;
  const notify = (call) => {
    if (!("notify" in strip().dataset)) return;
    notifications.call(call.id, call.querySelector("p b").textContent, { silent: canRing() && audio.isAwake() });
  };

  const countDown = () => {
    const rings = new Map();
    for (const id of lastRings.keys()) if (!document.getElementById(id)) notifications.end(id);
    for (const call of document.querySelectorAll(".my-tables-call")) {
      const leftMs = Number(call.dataset.until) - Date.now() - clockOffset;
      const left = Math.max(0, Math.ceil(leftMs / 1000));
      call.querySelector(".count").textContent = pokerroom.formatTimeLeft(leftMs);
      const last = lastRings.get(call.id) ?? Infinity;
      const due = last === Infinity || left > 0 && left <= last - RING_EVERY_S;
      if (due) ring();
      if (last === Infinity) notify(call);
      rings.set(call.id, due ? left : last);
    }
    lastRings = rings;
  };
  const showInTitle = () => {
    const call = strip().dataset.title;
    if (call && !document.title.startsWith(call)) {
      pageTitle = document.title;
      document.title = `${call} · ${pageTitle}`;
    } else if (!call && pageTitle) {
      if (document.title.endsWith(` · ${pageTitle}`)) document.title = pageTitle;
      pageTitle = "";
    }
  };
  // The tabs of my other tables say the same as the strip: new stakes, and a pause.
  const showInTabs = () => {
    for (const link of strip().querySelectorAll(".my-tables-table")) {
      const tabs = document.querySelectorAll(`.tab[data-table="${CSS.escape(link.dataset.of)}"]:not(.active)`);
      for (const tab of tabs) tab.replaceChildren(...link.cloneNode(true).childNodes);
    }
  };
  const tick = () => {
    countDown();
    showInTitle();
  };
  const readStrip = () => {
    clockOffset = Number(strip().dataset.now) - Date.now();
    showInTabs();
    tick();
  };
  new MutationObserver(readStrip).observe(place, { childList: true });
  readStrip();
  setInterval(tick, 500);
})();
