/** A `read` function whose promises stay pending until the test ends them by key. */
export function createPendingReads() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (key: string) =>
    new Promise<string>((resolve) => {
      started.push(key);
      ends.set(key, () => resolve(key));
    });
  return { started, read, finish: (key: string) => ends.get(key)!() };
}
