import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { selectRecentlyChanged } from './view-queries.ts';
import { readOffers } from './views.ts';

const CHANNEL = 'trades';
const MISSED_MINUTES = 5;

/** The data that changed besides the offer: the wallet, the inventory, or an item that left it. */
type AlsoChanged = 'wallet' | 'inventory' | `gone ${number}`;

/** Tells every process, on commit, that an offer changed. */
export function publishOfferChange(tx: Tx, offerId: number, alsoChanged?: AlsoChanged): Promise<void> {
  return publish(tx.sql, CHANNEL, alsoChanged === undefined ? String(offerId) : `${offerId} ${alsoChanged}`);
}

/** Sends offers to clients. Every process does so for its own connections, from changes published through the database. */
export function createTradeUpdates({
  db,
  live,
  log,
  env,
  trading,
}: Pick<Deps, 'db' | 'live' | 'log' | 'env' | 'trading'>) {
  // Sequential, so that events leave in the order of their reads.
  let queue: Promise<unknown> = Promise.resolve();

  function enqueue(work: () => Promise<void>): void {
    queue = queue.then(work).catch((error: unknown) => log.warn({ err: error }, 'Trade offer broadcast failed'));
  }

  async function sendOffers(ids: readonly number[], [alsoChanged, goneId]: readonly string[]): Promise<void> {
    // Browsers resolve a relative path themselves.
    for (const { offer, playerId } of await readOffers({ db, trading }, ids, env.publicOrigin ?? '')) {
      live.local.toPlayer(playerId, 'TRADE_OFFER_UPDATED', { offer });
      const soldIds = goneId === undefined ? [] : [Number(goneId)];
      if (alsoChanged === 'inventory' || alsoChanged === 'gone')
        live.local.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds });
      if (alsoChanged === 'wallet') live.local.scheduleRefresh([playerId], 'BALANCE_UPDATE');
    }
    live.local.toStaff('TRADE_OFFERS_CHANGED', {});
  }

  function onPublished(payload: string): void {
    const [id, ...alsoChanged] = payload.split(' ');
    enqueue(() => sendOffers([Number(id)], alsoChanged));
  }

  async function sendMissed(): Promise<void> {
    const ids = await selectRecentlyChanged(db.sql, MISSED_MINUTES);
    await sendOffers(ids, ['wallet']);
    await sendOffers(ids, ['inventory']);
  }

  const subscription = db.listen(CHANNEL, onPublished, () => enqueue(sendMissed));

  return {
    async close(): Promise<void> {
      await (
        await subscription
      )();
      await queue;
    },
  };
}
