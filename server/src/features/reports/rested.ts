const FRESH_MS = 5_000;
/** What is read takes at most one part in so many of the time, however long it grows. */
const REST_FACTOR = 20;
const KEYS_MAX = 50;

type Reading<Result> = { readonly result: Promise<Result>; staleAtMs: number };

/** One reading for all who ask for the same meanwhile, and none again before it has rested. */
export function createRested<Result>(
  read: (key: string) => Promise<Result>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Result> {
  const readings = new Map<string, Reading<Result>>();

  return (key) => {
    const known = readings.get(key);
    if (known !== undefined && now() < known.staleAtMs) return known.result;
    const beganMs = now();
    const reading: Reading<Result> = { result: read(key), staleAtMs: Infinity };
    readings.delete(key);
    readings.set(key, reading);
    if (readings.size > KEYS_MAX) readings.delete(readings.keys().next().value!);
    reading.result.then(
      () => (reading.staleAtMs = now() + Math.max(FRESH_MS, (now() - beganMs) * REST_FACTOR)),
      () => readings.delete(key),
    );
    return reading.result;
  };
}
