import { ApiRefusal, newIdempotencyKey } from '#core/api.ts';

// A wish whose outcome nobody could tell: the same wish again carries the same key, and is done once.
const unheard = new Map<string, string>();

/** Does what is wished for under a key of its own, and forgets the key once it is known how it went. */
export async function underOwnKey<Reply>(wish: string, act: (idempotencyKey: string) => Promise<Reply>) {
  const key = unheard.get(wish) ?? newIdempotencyKey();
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
