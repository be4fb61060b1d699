import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { selectRecentlyMoved, updateLookNow } from './view-queries.ts';
import { readOffers } from './views.ts';

const CHANNEL = 'trades';
const MISSED_MINUTES = 5;

/** What else than the offer has changed: the wallet, what the player owns, or an item that is no longer theirs. */
type Touched = 'wallet' | 'inventory' | `gone ${number}`;

/** Tells every process that an offer has moved, once that is durable. */
export function tellOffer(tx: Tx, offerId: number, touched?: Touched): Promise<void> {
  return publish(tx.sql, CHANNEL, touched === undefined ? String(offerId) : `${offerId} ${touched}`);
}

/** What tabs are told of offers, the same in every process: each hears of every change through the store. */
export function createTradeNews({
  db,
  live,
  log,
  env,
  trading,
}: Pick<Deps, 'db' | 'live' | 'log' | 'env' | 'trading'>) {
  // In turn, so that what was read first is told first.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, 'news of trades not told'));
  }

  async function tell(ids: readonly number[], [touched, goneId]: readonly string[]): Promise<void> {
    // Browsers complete a path by themselves.
    for (const { offer, playerId } of await readOffers({ db, trading }, ids, env.publicOrigin ?? '')) {
      live.local.toPlayer(playerId, 'TRADE_OFFER_UPDATED', { offer });
      const soldIds = goneId === undefined ? [] : [Number(goneId)];
      if (touched === 'inventory' || touched === 'gone')
        live.local.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds });
      if (touched === 'wallet') live.local.scheduleRefresh([playerId], 'BALANCE_UPDATE');
    }
    live.local.toAdmins('TRADE_OFFERS_CHANGED', {});
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
