/** An LRU map: drops the least recently used entry above a maximum size. */
export type BoundedMap<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
};

export function createBoundedMap<Key, Value>(entriesMax: number): BoundedMap<Key, Value> {
  // A Map keeps insertion order, so the first key is the least recently used one.
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
