/** A map that forgets what was asked for longest ago, so that a cache cannot outgrow its process. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
};

export function createBoundedMap<Key, Value>(entriesMax: number): BoundedMap<Key, Value> {
  // A map keeps the order in which keys were set: the first is the one unused for longest.
  const entries = new Map<Key, Value>();

  function set(key: Key, value: Value): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size > entriesMax) entries.delete(entries.keys().next().value!);
  }

  function get(key: Key): Value | undefined {
    const value = entries.get(key);
    if (value !== undefined) set(key, value);
    return value;
  }

  return { get, set, delete: (key) => void entries.delete(key) };
}
