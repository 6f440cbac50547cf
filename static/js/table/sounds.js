// Sounds of the table: short tones and soft clicks, synthesised, without files.
"use strict";
(() => {
  const page = document.body;
  // The preference that switches a sound on, where it has another name.
  const PREFERENCE = { hurry: "turn", card: "cards", level: "turn", bell: "turn" };
  const { audio } = pokerroom;
  let context = null;
  let master = null;
  audio.prepare();

  const tone = (pitch, at, length, loud, shape) => audio.tone(context, master, { pitch, at, length, loud, shape });
  // A short burst of filtered noise: a card on the table, a chip on chips.
  const noise = (at, length, pitch, loud) => {
    const frames = Math.ceil(context.sampleRate * length);
    const buffer = context.createBuffer(1, frames, context.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const gain = context.createGain();
    source.buffer = buffer;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    gain.gain.value = loud;
    source.connect(filter).connect(gain).connect(master);
    source.start(context.currentTime + at);
  };
  const sounds = {
    turn: () => { tone(587, 0, 0.22); tone(880, 0.11, 0.34); },
    hurry: () => { tone(660, 0, 0.12, 0.1, "triangle"); tone(660, 0.18, 0.12, 0.1, "triangle"); },
    level: () => { tone(523, 0, 0.2, 0.08); tone(698, 0.12, 0.34, 0.08); },
    bell: () => { tone(988, 0, 0.5, 0.08); tone(988, 0.32, 0.7, 0.08); },
    chips: () => { noise(0, 0.05, 4200, 0.35); noise(0.045, 0.06, 3300, 0.28); },
    card: () => noise(0, 0.09, 1800, 0.22),
    chat: () => tone(1175, 0, 0.12, 0.05),
    win: () => { tone(523, 0, 0.2, 0.07); tone(659, 0.09, 0.2, 0.07); tone(784, 0.18, 0.4, 0.07); },
  };
  const isWanted = (name) => page.dataset.sounds.split(" ").includes(PREFERENCE[name] ?? name);
  const canPlay = (name) => audio.isAwake() && isWanted(name);
  const play = (name) => {
    if (!isWanted(name)) return;
    audio.play((pageContext) => {
      if (!master) {
        context = pageContext;
        master = context.createGain();
        master.connect(context.destination);
      }
      // Loudness is heard on a curve: half the volume is a quarter of the gain.
      master.gain.value = (Number(page.dataset.volume) / 80) ** 2;
      sounds[name]();
    });
  };
  pokerroom.sounds = { canPlay, play };
})();
