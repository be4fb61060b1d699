const KEYS_MAX = 20_000;

type Turn = {
  /** Resolves when the first request with this key is served; undefined for that request itself. */
  readonly before: Promise<void> | undefined;
  done(): void;
};

/**
 * Idempotency keys of recent requests of this process. A repeat would violate the unique key of a whole batch and roll back
 * the other requests in it, so a known key waits for the first request and is served separately.
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
