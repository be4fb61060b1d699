/** Reads at most once in `freshMs`, however many callers there are. A failed reading is not cached. */
export function createCachedReading<Result>(
  read: () => Promise<Result>,
  freshMs: number,
  now: () => number = () => performance.now(),
): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  let staleAtMs = 0;

  return () => {
    if (reading !== undefined && now() < staleAtMs) return reading;
    staleAtMs = now() + freshMs;
    const begun = read();
    reading = begun;
    begun.catch(() => {
      if (reading === begun) reading = undefined;
    });
    return begun;
  };
}
