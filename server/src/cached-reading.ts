type Reading<Result> = { readonly result: Promise<Result>; staleAtMs: number };

type Options<Query> = {
  readonly freshMs: number;
  /** A slow reading stays fresh for this many times its duration, where that is longer than `freshMs`. */
  readonly restFactor?: number;
  /** Callers with the same key share a reading. By default the key is the query itself. */
  readonly keyOf?: (query: Query) => unknown;
  /** Above this number the oldest finished readings are dropped. */
  readonly keysMax?: number;
  /** Limits concurrent readings. The wait for a slot does not count as the duration of a reading. */
  readonly runLimited?: <Result>(work: () => Promise<Result>) => Promise<Result>;
  readonly now?: () => number;
};

/** Reads once for all callers with the same key while the result is fresh. A failed reading is not cached. */
export function createCachedReading<Result, Query = void>(
  read: (query: Query) => Promise<Result>,
  {
    freshMs,
    restFactor = 0,
    keyOf = (query) => query,
    keysMax = 1,
    runLimited = (work) => work(),
    now = () => performance.now(),
  }: Options<Query>,
): (query: Query) => Promise<Result> {
  const readings = new Map<unknown, Reading<Result>>();

  function dropOldest(): void {
    for (const [key, { staleAtMs }] of readings) {
      if (readings.size <= keysMax) return;
      // Keeps readings in progress: otherwise the next caller would start them a second time.
      if (staleAtMs < Infinity) readings.delete(key);
    }
  }

  function startReading(key: unknown, query: Query): Reading<Result> {
    let startMs = now();
    const result = runLimited(() => {
      startMs = now();
      return read(query);
    });
    const reading: Reading<Result> = { result, staleAtMs: Infinity };
    result.then(
      () => (reading.staleAtMs = now() + Math.max(freshMs, (now() - startMs) * restFactor)),
      () => readings.delete(key),
    );
    return reading;
  }

  return (query) => {
    const key = keyOf(query);
    const cached = readings.get(key);
    if (cached !== undefined && now() < cached.staleAtMs) return cached.result;
    const reading = startReading(key, query);
    readings.delete(key);
    readings.set(key, reading);
    dropOldest();
    return reading.result;
  };
}
