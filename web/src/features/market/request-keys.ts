import { ApiRefusal, newIdempotencyKey } from '#core/api.ts';

// Requests with unknown outcome: a retry sends the same key, so that it takes effect once.
const unconfirmed = new Map<string, string>();

/** Runs a request under its own idempotency key, and discards the key once the outcome is known. */
export async function withIdempotencyKey<Reply>(request: string, send: (idempotencyKey: string) => Promise<Reply>) {
  const key = unconfirmed.get(request) ?? newIdempotencyKey();
  unconfirmed.set(request, key);
  try {
    const reply = await send(key);
    unconfirmed.delete(request);
    return reply;
  } catch (error) {
    if (error instanceof ApiRefusal && error.status < 500) unconfirmed.delete(request);
    throw error;
  }
}
