import type { Tx } from '#db/db.ts';
import { say } from '#db/say.ts';
import type { Deps } from '#deps.ts';
import { selectRecentlyMoved, updateLookNow } from './view-queries.ts';
import { readOffers } from './views.ts';

const CHANNEL = 'trades';
const MISSED_MINUTES = 5;

/** What changed besides the offer: the wallet, the inventory, or an item that left it. */
type Touched = 'wallet' | 'inventory' | `gone ${number}`;

/** Tells every process, on commit, that an offer changed. */
export function tellOffer(tx: Tx, offerId: number, touched?: Touched): Promise<void> {
  return say(tx.sql, CHANNEL, touched === undefined ? String(offerId) : `${offerId} ${touched}`);
}

/** Sends offers to clients. Every process does so for its own connections, from changes published through the database. */
export function createTradeNews({
  db,
  live,
  log,
  env,
  trading,
}: Pick<Deps, 'db' | 'live' | 'log' | 'env' | 'trading'>) {
  // Sequential, so that events leave in the order of their reads.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'Trade offer broadcast failed'));
  }

  async function tell(ids: readonly number[], [touched, goneId]: readonly string[]): Promise<void> {
    // Browsers resolve a relative path themselves.
    for (const { offer, playerId } of await readOffers({ db, trading }, ids, env.publicOrigin ?? '')) {
      live.here.toPlayer(playerId, 'TRADE_OFFER_UPDATED', { offer });
      const soldIds = goneId === undefined ? [] : [Number(goneId)];
      if (touched === 'inventory' || touched === 'gone') live.here.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds });
      if (touched === 'wallet') live.here.renew([playerId], 'BALANCE_UPDATE');
    }
    live.here.toAdmins('TRADE_OFFERS_CHANGED', {});
  }

  function hear(payload: string): void {
    const [id, ...touched] = payload.split(' ');
    inTurn(() => tell([Number(id)], touched));
  }

  async function tellMissed(): Promise<void> {
    const ids = await selectRecentlyMoved(db.sql, MISSED_MINUTES);
    await tell(ids, ['wallet']);
    await tell(ids, ['inventory']);
  }

  trading?.onChange((platformId) => inTurn(() => updateLookNow(db.sql, platformId)));
  const listening = db.listen(CHANNEL, hear, () => inTurn(tellMissed));

  return {
    async close(): Promise<void> {
      await (
        await listening
      )();
      await last;
    },
  };
}
