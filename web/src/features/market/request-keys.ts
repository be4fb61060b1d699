import { ApiRefusal, newIdempotencyKey } from '#core/api.ts';

// Requests with unknown outcome: a retry sends the same key, so that it takes effect once.
const unconfirmed = new Map<string, string>();

/** Runs a request under its own idempotency key, and discards the key once the outcome is known. */
export async function withIdempotencyKey<Reply>(wish: string, act: (idempotencyKey: string) => Promise<Reply>) {
  const key = unconfirmed.get(wish) ?? newIdempotencyKey();
  unconfirmed.set(wish, key);
  try {
    const reply = await act(key);
    unconfirmed.delete(wish);
    return reply;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status < 500) unconfirmed.delete(wish);
    throw error;
  }
}
