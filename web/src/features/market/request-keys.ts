import { ApiRefusal, newRequestKey } from '#core/api.ts';

// Requests with unknown outcome: a retry sends the same key, so that it takes effect once.
const unheard = new Map<string, string>();

/** Runs a request under its own idempotency key, and forgets the key once the outcome is known. */
export async function underOwnKey<Reply>(wish: string, act: (idempotencyKey: string) => Promise<Reply>) {
  const key = unheard.get(wish) ?? newRequestKey();
  unheard.set(wish, key);
  try {
    const reply = await act(key);
    unheard.delete(wish);
    return reply;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status < 500) unheard.delete(wish);
    throw error;
  }
}
