/** Readings that a test ends, each by its key. */
export function createPendingReads() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const read = (key: string) =>
    new Promise<string>((resolve) => {
      begun.push(key);
      ends.set(key, () => resolve(key));
    });
  return { begun, read, end: (key: string) => ends.get(key)!() };
}
