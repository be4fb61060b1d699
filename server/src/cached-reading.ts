type Reading<Result> = { readonly result: Promise<Result>; staleAtMs: number };

type Options<Asked> = {
  readonly freshMs: number;
  /** A slow reading stays fresh for this many times its duration, where that is longer than `freshMs`. */
  readonly restFactor?: number;
  /** Callers with the same key share a reading. By default the key is what they ask. */
  readonly keyOf?: (asked: Asked) => unknown;
  /** Above it the oldest finished readings are dropped. */
  readonly keysMax?: number;
  /** Delays a reading until its turn. The wait does not count as its duration. */
  readonly inTurn?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly now?: () => number;
};

/** Reads once for all callers that ask the same while the result is fresh. A failed reading is not cached. */
export function createCachedReading<Result, Asked = void>(
  read: (asked: Asked) => Promise<Result>,
  {
    freshMs,
    restFactor = 0,
    keyOf = (asked) => asked,
    keysMax = 1,
    inTurn = (work) => work(),
    now = () => performance.now(),
  }: Options<Asked>,
): (asked: Asked) => Promise<Result> {
  const readings = new Map<unknown, Reading<Result>>();

  function dropOldest(): void {
    for (const [key, { staleAtMs }] of readings) {
      if (readings.size <= keysMax) return;
      // A reading in progress stays: dropped, it would be started a second time.
      if (staleAtMs < Infinity) readings.delete(key);
    }
  }

  function begin(key: unknown, asked: Asked): Reading<Result> {
    let beganMs = now();
    const result = inTurn(() => {
      beganMs = now();
      return read(asked);
    });
    const reading: Reading<Result> = { result, staleAtMs: Infinity };
    result.then(
      () => (reading.staleAtMs = now() + Math.max(freshMs, (now() - beganMs) * restFactor)),
      () => readings.delete(key),
    );
    return reading;
  }

  return (asked) => {
    const key = keyOf(asked);
    const known = readings.get(key);
    if (known !== undefined && now() < known.staleAtMs) return known.result;
    const reading = begin(key, asked);
    readings.delete(key);
    readings.set(key, reading);
    dropOldest();
    return reading.result;
  };
}
