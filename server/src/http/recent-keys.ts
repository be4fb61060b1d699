const KEYS_MAX = 20_000;

type Turn = {
  /** Resolves when the request that brought the key first is served; undefined for that request itself. */
  readonly before: Promise<void> | undefined;
  done(): void;
};

/**
 * Keys that requests of this process carried lately. A repeat would break the unique key of a whole batch and undo the
 * others in it; known here, it waits for the first and is answered apart.
 */
export function createRecentKeys(keysMax = KEYS_MAX) {
  const keys = new Map<string, Promise<void>>();

  return {
    take(key: string): Turn {
      const before = keys.get(key);
      if (before !== undefined) return { before, done: () => undefined };
      const { promise: served, resolve: done } = Promise.withResolvers<void>();
      keys.set(key, served);
      const [oldest] = keys.keys();
      if (keys.size > keysMax && oldest !== undefined) keys.delete(oldest);
      return { before, done };
    },
  };
}
