// The page's sounds: one audio context for all of them, which rests while nothing sounds.
"use strict";
(() => {
  // A context that runs takes power even when it is silent.
  const REST_AFTER_MS = 3000;
  let context = null;
  let isAwake = false;
  let rest = 0;
  const restSoon = () => {
    clearTimeout(rest);
    rest = setTimeout(() => context.suspend(), REST_AFTER_MS);
  };
  // Browsers let a page sound once it has been resumed in a press or a touch, which may take more than one.
  const wake = async () => {
    context ??= new AudioContext();
    // A phone call interrupts it.
    if (isAwake && context.state !== "interrupted") return;
    await context.resume();
    isAwake = true;
    restSoon();
  };
  pokerroom.audio = {
    // Has the page wake its context at the next press; only pages with sounds need one.
    prepare: () => {
      for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, wake, { passive: true });
    },
    isAwake: () => isAwake,
    // Calls `sound` with the context, unless the page may not sound yet.
    play: (sound) => {
      if (!isAwake) return;
      if (context.state !== "running") context.resume();
      sound(context);
      restSoon();
    },
    // One note; loudness swells and fades. Pitch in Hz, times in seconds.
    tone: (context, into, { pitch, at, length, loud = 0.12, shape = "sine" }) => {
      const voice = context.createOscillator();
      const gain = context.createGain();
      const begin = context.currentTime + at;
      voice.type = shape;
      voice.frequency.value = pitch;
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(loud, begin + 0.012);
      gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
      voice.connect(gain).connect(into);
      voice.start(begin);
      voice.stop(begin + length + 0.02);
    },
  };
})();
