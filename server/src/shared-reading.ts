/** Runs one read at a time and shares it among callers, but never returns a read that began before the call. */
export function createSharedReading<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    const reading = read();
    last = reading.catch(() => undefined);
    return reading;
  }

  return () => (next ??= last.then(begin));
}
