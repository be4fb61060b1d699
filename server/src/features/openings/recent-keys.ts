const KEYS_MAX = 20_000;

/**
 * Keys that requests of this process carried lately. A repeat would break the unique key of a whole batch and undo the
 * others in it; known here, it waits for the first and is answered apart.
 */
export function createRecentKeys(keysMax = KEYS_MAX) {
  const keys = new Map<string, { readonly served: Promise<void>; readonly resolve: () => void }>();

  return {
    /** Undefined for a key that is new; else resolves when the request that brought it is served. */
    take(key: string): Promise<void> | undefined {
      const known = keys.get(key);
      if (known !== undefined) return known.served;
      const { promise: served, resolve } = Promise.withResolvers<void>();
      keys.set(key, { served, resolve });
      const [oldest] = keys.keys();
      if (keys.size > keysMax && oldest !== undefined) keys.delete(oldest);
      return undefined;
    },
    done: (key: string): void => keys.get(key)?.resolve(),
  };
}
