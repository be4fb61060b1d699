/** One reading at a time for all who ask meanwhile, and for nobody one that began before they asked. */
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
