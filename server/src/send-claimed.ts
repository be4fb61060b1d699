import { assertLease, type Lease } from '#db/lease.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';

/** How many are on their way at once. */
const BATCH_MAX = 8;
/** Longer than sending one takes. */
const CLAIM_MS = 60_000;

export type Claim = { readonly epoch: number; readonly limit: number; readonly claimMs: number };

type Outbox<Due> = {
  /** Takes what is due, and what an earlier leader took. If the sender dies, it is due again after `claimMs`. */
  readonly claim: (sql: Sql, claim: Claim) => Promise<Due[]>;
  readonly deliver: (due: Due) => Promise<void>;
  /** The log message when a delivery throws. */
  readonly failed: string;
};

/** Sends everything that is due, batch by batch. Only the leader may call it. */
export async function sendClaimed<Due extends { readonly id: number }>(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  lease: Lease,
  { claim, deliver, failed }: Outbox<Due>,
): Promise<void> {
  for (;;) {
    const batch = await db.transaction(async (tx) => {
      await assertLease(tx, lease);
      return claim(tx.sql, { epoch: lease.epoch, limit: BATCH_MAX, claimMs: CLAIM_MS });
    });
    const sending = batch.map((due) =>
      deliver(due).catch((error: unknown) => {
        // It stays claimed, and is due again later.
        log.error({ err: error, id: due.id }, failed);
      }),
    );
    await Promise.all(sending);
    if (batch.length < BATCH_MAX) return;
  }
}
