import type { PushKeys, PushSender } from '#adapters/push/push.ts';
import type { Deps } from '#deps.ts';
import { deleteAllSubscriptions, deleteKeys, insertKeys, selectKeys } from './queries.ts';

export type PushKeyDeps = Pick<Deps, 'db' | 'seal' | 'log'> & { readonly push: PushSender };

/** Keys sealed with a lost SECRET are of no use, and neither are the subscriptions that browsers made for them. */
async function discardKeys({ db, log }: PushKeyDeps, publicKey: string, error: unknown): Promise<void> {
  const isDiscarded = await db.transaction(async ({ sql }) => {
    const isFirst = await deleteKeys(sql, publicKey);
    if (isFirst) await deleteAllSubscriptions(sql);
    return isFirst;
  });
  if (isDiscarded) log.warn({ err: error }, 'Push keys cannot be unsealed and were replaced; was SECRET changed?');
}

/** The site's key pair. The first start creates it; every process and every later start uses the same. */
export async function ensurePushKeys(deps: PushKeyDeps): Promise<PushKeys> {
  const { db, seal, push } = deps;
  for (;;) {
    const stored = await selectKeys(db.sql);
    if (stored === undefined) {
      const { publicKey, privateKey } = push.createKeys();
      await insertKeys(db.sql, { publicKey, sealed: seal.close(privateKey) });
      continue;
    }
    try {
      return { publicKey: stored.publicKey, privateKey: seal.open(stored.sealed) };
    } catch (error) {
      await discardKeys(deps, stored.publicKey, error);
    }
  }
}

/** Reads the keys once. A failed reading is repeated. */
export function createPushKeys(deps: PushKeyDeps): () => Promise<PushKeys> {
  let reading: Promise<PushKeys> | undefined;
  return () =>
    (reading ??= ensurePushKeys(deps).catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
}
