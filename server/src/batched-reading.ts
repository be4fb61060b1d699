type Batch<Key, Value> = { readonly keys: Set<Key>; readonly values: Promise<ReadonlyMap<Key, Value>> };

/** Larger batches take longer without less work for each key. */
const KEYS_MAX = 200;

/** Combines reads: the keys that are asked for in one turn of the event loop are read together, at most `keysMax` at a time. */
export function createBatchedReading<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  { keysMax = KEYS_MAX } = {},
): (key: Key) => Promise<Value | undefined> {
  let open: Batch<Key, Value> | undefined;

  function begin(): Batch<Key, Value> {
    const keys = new Set<Key>();
    const turnEnd = new Promise((resolve) => setImmediate(resolve));
    const batch: Batch<Key, Value> = {
      keys,
      values: turnEnd.then(() => {
        if (open === batch) open = undefined;
        return read([...keys]);
      }),
    };
    return batch;
  }

  return async (key) => {
    if (open === undefined || open.keys.size >= keysMax) open = begin();
    open.keys.add(key);
    return (await open.values).get(key);
  };
}
