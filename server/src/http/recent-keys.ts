const KEYS_MAX = 20_000;

type Turn = {
  /** Resolves when the first request with this key is served; undefined for that request itself. */
  readonly before: Promise<void> | undefined;
  done(): void;
};

/**
 * Idempotency keys of recent requests of this process, at least the newest `keysMax`. A repeat would violate the unique key of a
 * whole batch and roll back the other requests in it, so a known key waits for the first request and is served separately.
 */
export function createRecentKeys(keysMax = KEYS_MAX) {
  // Two generations: looking for the oldest key of one map walks past all that were deleted before it.
  let newer = new Map<string, Promise<void>>();
  let older = newer;

  return {
    take(key: string): Turn {
      const before = newer.get(key) ?? older.get(key);
      if (before !== undefined) return { before, done: () => undefined };
      const { promise: served, resolve: done } = Promise.withResolvers<void>();
      if (newer.size >= keysMax) [older, newer] = [newer, new Map()];
      newer.set(key, served);
      return { before, done };
    },
  };
}
