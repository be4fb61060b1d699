import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import { claimRequestKey, selectReply, storeReply } from '#db/request-keys.ts';

const KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** The Idempotency-Key header of a request; undefined when it has none. */
export function requestKeyOf({ headers }: { readonly headers: IncomingHttpHeaders }): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY_PATTERN.test(key)) {
    throw new Refusal('invalid', 'Idempotency-Key must be 1 to 64 letters, digits, _ or -.');
  }
  return key;
}

type KeyedRequest = {
  readonly playerId: number;
  /** Undefined: the work is done without storing a reply. */
  readonly key: string | undefined;
  /** The name and the whole input of the call, which the key stands for. */
  readonly request: unknown;
};

/**
 * Does the work once for a key and stores its reply in the same transaction. A repeat, also a concurrent one, gets the stored
 * reply. A refusal rolls back the transaction and is not stored. Call it first in a transaction: the lock of the key comes
 * before all others.
 */
export async function onceByKey<Reply extends object>(
  tx: Tx,
  { playerId, key, request }: KeyedRequest,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (key === undefined) return work();
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  if (await claimRequestKey(tx.sql, { playerId, key }, requestHash)) {
    const reply = await work();
    await storeReply(tx.sql, { playerId, key }, JSON.stringify(reply));
    return reply;
  }
  const first = await selectReply(tx.sql, { playerId, key });
  assert(first !== undefined, 'request key not found after a conflict on it');
  if (first.requestHash !== requestHash) {
    throw new Refusal('key_reused', 'This Idempotency-Key belongs to another request.');
  }
  return first.reply as Reply;
}
