import type { InTurn } from './turns.ts';

const FRESH_MS = 5_000;
/** What is read takes at most one part in so many of the time, however long it grows. */
const REST_FACTOR = 20;
const KEYS_MAX = 50;

type Reading<Result> = { readonly result: Promise<Result>; staleAtMs: number };
type Options = { readonly inTurn?: InTurn; readonly now?: () => number };

/** One reading for all who ask for the same meanwhile, and none again before it has rested. */
export function createRested<Result>(
  read: (key: string) => Promise<Result>,
  { inTurn = (work) => work(), now = () => performance.now() }: Options = {},
): (key: string) => Promise<Result> {
  const readings = new Map<string, Reading<Result>>();

  function forgetOldest(): void {
    for (const [key, { staleAtMs }] of readings) {
      if (readings.size <= KEYS_MAX) return;
      // One that is under way stays: forgotten, it would be begun a second time.
      if (staleAtMs < Infinity) readings.delete(key);
    }
  }

  function begin(key: string): Reading<Result> {
    let beganMs = now();
    const result = inTurn(() => {
      // It rests by what it took, not by how long it waited for its turn.
      beganMs = now();
      return read(key);
    });
    const reading: Reading<Result> = { result, staleAtMs: Infinity };
    result.then(
      () => (reading.staleAtMs = now() + Math.max(FRESH_MS, (now() - beganMs) * REST_FACTOR)),
      () => readings.delete(key),
    );
    return reading;
  }

  return (key) => {
    const known = readings.get(key);
    if (known !== undefined && now() < known.staleAtMs) return known.result;
    const reading = begin(key);
    readings.delete(key);
    readings.set(key, reading);
    forgetOldest();
    return reading.result;
  };
}
