// My strip under the bar: its buttons without leaving the page, the seconds of a call, the sound and the title that tell of it.
"use strict";
(() => {
  const GONE = [1008, 4401, 4404];
  const AGAIN_MS = 3000;
  const RING_EVERY_S = 10;
  const place = document.getElementById("mine-place");
  const form = document.getElementById("mine-form");
  if (!place || !form) return;
  const strip = () => document.getElementById("mine");
  let ahead = 0;
  let title = "";
  let rung = new Map();

  const swap = (html) => {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("mine");
    if (fresh) strip().replaceWith(fresh);
  };

  // A button of the strip, or of a row that belongs to it: pressed without loading the page again.
  document.addEventListener("submit", async (event) => {
    if (event.target !== form) return;
    event.preventDefault();
    const pressed = event.submitter;
    // Read first: what is disabled is sent along no more.
    const body = new FormData(form, pressed);
    pressed.disabled = true;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Piece": "1" } });
      if (answer.ok && !answer.redirected) swap(await answer.text());
      else location.reload();
    } finally {
      pressed.disabled = false;
    }
  });

  // Who plays a hand here keeps it in sight.
  document.addEventListener("click", ({ target }) => {
    const link = target.closest(".mine-call a");
    if (link && document.querySelector("#my-hand.seated")) link.target = "_blank";
  });

  // Three tones, up: a seat is ready.
  let audio = null;
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => { audio ??= new AudioContext(); }, { passive: true });
  const ring = () => {
    if (!("sound" in strip().dataset) || document.body.classList.contains("mute") || audio?.state !== "running") return;
    [[523, 0], [784, 0.16], [1046, 0.32]].forEach(([pitch, at]) => {
      const voice = audio.createOscillator();
      const gain = audio.createGain();
      const begin = audio.currentTime + at;
      voice.frequency.value = pitch;
      gain.gain.setValueAtTime(0.12, begin);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
      voice.connect(gain).connect(audio.destination);
      voice.start(begin);
      voice.stop(begin + 0.42);
    });
  };

  const clock = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const tick = () => {
    const calls = [...document.querySelectorAll(".mine-call")];
    const still = new Map();
    for (const call of calls) {
      const left = Math.max(0, Math.ceil((Number(call.dataset.until) - Date.now() - ahead) / 1000));
      call.querySelector(".count").textContent = clock(left);
      const last = rung.get(call.id) ?? Infinity;
      const due = left > 0 && left <= last - RING_EVERY_S;
      if (due || last === Infinity) ring();
      still.set(call.id, due || last === Infinity ? left : last);
    }
    rung = still;
    const words = strip().dataset.title;
    if (words && !document.title.startsWith(words)) {
      title = document.title;
      document.title = `${words} · ${title}`;
    } else if (!words && title) {
      if (document.title.endsWith(` · ${title}`)) document.title = title;
      title = "";
    }
  };
  const begin = () => {
    ahead = Number(strip().dataset.now) - Date.now();
    tick();
  };
  new MutationObserver(begin).observe(place, { childList: true });
  begin();
  setInterval(tick, 500);

  // Pages with a picture of their own hear of it on that line; this is the line of all others.
  if (document.querySelector("[ws-connect]")) return;
  const connect = () => {
    const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/me/`);
    line.onmessage = ({ data }) => swap(data);
    line.onclose = ({ code }) => GONE.includes(code) || setTimeout(connect, AGAIN_MS);
  };
  connect();
})();
