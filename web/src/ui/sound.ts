let context: AudioContext | undefined;

/** Enables sound. Browsers allow it only after a user gesture, so call this in a click handler. */
export function enableSound(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
}

type Note = { hertz: number; atSeconds?: number; lengthSeconds: number; volume: number; shape: OscillatorType };

function play({ hertz, atSeconds = 0, lengthSeconds, volume, shape }: Note): void {
  if (context === undefined || context.state !== 'running' || document.hidden) return;
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  const start = context.currentTime + atSeconds;
  oscillator.type = shape;
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(volume, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lengthSeconds);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + lengthSeconds);
}

/** Plays the sound of a cell's edge that passes the marker. */
export function playTick(): void {
  play({ hertz: 1_150, lengthSeconds: 0.035, volume: 0.05, shape: 'triangle' });
}

/** Plays the sound of a result: a soft, short fifth, lower and longer for a higher rarity level (1 to 7). */
export function playReveal(level: number): void {
  const root = 330 / 2 ** (level / 12);
  const lengthSeconds = 0.12 + level * 0.04;
  play({ hertz: root, lengthSeconds, volume: 0.05, shape: 'triangle' });
  if (level >= 4) play({ hertz: root * 1.5, atSeconds: 0.05, lengthSeconds, volume: 0.035, shape: 'triangle' });
  if (level >= 6)
    play({ hertz: root * 2, atSeconds: 0.12, lengthSeconds: lengthSeconds * 1.6, volume: 0.03, shape: 'triangle' });
}

/** Plays the sound of a win. It is higher and fuller for a higher rarity level (1 to 7). */
export function playWin(level: number, delaySeconds = 0): void {
  const root = 262 * 2 ** (level / 12);
  const steps = level >= 6 ? [0, 4, 7, 11, 14] : level >= 4 ? [0, 4, 7, 12] : [0, 4, 7];
  steps.forEach((step, index) =>
    play({
      hertz: root * 2 ** (step / 12),
      atSeconds: delaySeconds + index * 0.06,
      lengthSeconds: 0.5 + level * 0.09,
      volume: 0.06,
      shape: 'sine',
    }),
  );
}
