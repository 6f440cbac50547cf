// A hand played through step by step: the server drew every fragment, this only puts them where they belong.
"use strict";
(() => {
  const EVERY_MS = 1100;
  const replay = document.getElementById("replay");
  const last = Number(replay.dataset.last);
  const play = replay.querySelector("[data-go=play]");
  const log = document.getElementById("hand-log");
  const announcements = document.getElementById("announcements");
  const frames = [...document.querySelectorAll("template[data-step]")];
  const drawn = new Map();
  for (const frame of frames) {
    for (const fragment of frame.content.children) {
      if (!drawn.has(fragment.id)) drawn.set(fragment.id, []);
      drawn.get(fragment.id).push([Number(frame.dataset.step), fragment]);
    }
  }
  const shown = new Map();
  let now = Number(replay.dataset.now);
  let timer = 0;

  const latest = (versions, step) => versions.findLast(([from]) => from <= step)[1];
  const draw = () => {
    for (const [id, versions] of drawn) {
      const fragment = latest(versions, now);
      if (shown.get(id) === fragment) continue;
      document.getElementById(id).replaceWith(fragment.cloneNode(true));
      shown.set(id, fragment);
    }
  };
  const mark = () => {
    document.getElementById("done").value = now;
    for (const line of log.children) line.classList.toggle("current", Number(line.dataset.step) === now);
    const lines = log.querySelectorAll(".current");
    const line = lines[lines.length - 1];
    if (line && log.scrollHeight > log.clientHeight) log.scrollTop = line.offsetTop - log.clientHeight / 2;
    const jumps = [...replay.querySelectorAll(".jumps [data-step]")];
    const here = jumps.findLast((jump) => Number(jump.dataset.step) <= now);
    for (const jump of jumps) jump.classList.toggle("on", jump === here);
    if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2;
    for (const [go, end] of [["first", 0], ["back", 0], ["on", last], ["last", last]]) {
      replay.querySelector(`[data-go=${go}]`).setAttribute("aria-disabled", String(now === end));
    }
  };
  const go = (step, { speak = true } = {}) => {
    now = Math.max(0, Math.min(last, step));
    draw();
    mark();
    if (speak) announcements.textContent = frames[now].dataset.text;
    history.replaceState(null, "", `?step=${now}`);
    if (now === last) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  };
  const start = () => {
    if (now === last) go(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => go(now + 1), EVERY_MS);
  };
  const moves = {
    first: () => go(0),
    back: () => go(now - 1),
    on: () => go(now + 1),
    last: () => go(last),
    play: () => (timer ? stop() : start()),
  };

  replay.addEventListener("click", (event) => {
    const move = event.target.closest("[data-go]");
    const step = event.target.closest("[data-step]");
    if (!move && !step) return;
    event.preventDefault();
    if (!move || move !== play) stop();
    if (move) moves[move.dataset.go]();
    else go(Number(step.dataset.step));
  });
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };
  addEventListener("keydown", (event) => {
    const move = keys[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
    if (event.key === " " && event.target.closest("a, button, summary")) return;
    event.preventDefault();
    if (move !== "play") stop();
    moves[move]();
  });
  for (const button of document.querySelectorAll("[data-copies]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).value);
      button.textContent = button.dataset.done;
    });
  }
  play.hidden = false;
  draw();
  mark();
})();
