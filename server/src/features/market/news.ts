import type { MarketChange } from '@karat/contract/live';
import type { Tx } from '#db/db.ts';
import { say } from '#db/say.ts';
import type { Deps } from '#deps.ts';
import { selectMarketRows } from './view-queries.ts';

const CHANNEL = 'market';
/** Told together: often enough to look live. */
const GATHER_MS = 200;

/** What has happened to the book of a skin, and whom it concerns. */
type Change = {
  readonly itemId: number;
  /** Listings that can no longer be bought. */
  readonly goneIds?: readonly number[];
  /** Whose own listings or orders have changed. */
  readonly stallIds?: readonly number[];
  /** Whose diamonds have moved. */
  readonly paidIds?: readonly number[];
  /** Whose inventory has changed, with what has left it. */
  readonly hands?: readonly { readonly playerId: number; readonly soldIds: readonly number[] }[];
};

/** Tells every process what has changed, once that is durable. */
export function tellMarket(tx: Tx, change: Change): Promise<void> {
  return say(tx.sql, CHANNEL, JSON.stringify(change));
}

/** What tabs are told of the market, the same in every process: each hears of every change through the store. */
export function createMarketNews({ db, live, log }: Pick<Deps, 'db' | 'live' | 'log'>) {
  const gone = new Map<number, number[]>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** As the grid shows them now, whatever came of them since they were noted. */
  async function tellBooks(): Promise<void> {
    const noted = [...gone];
    gone.clear();
    const rows = await selectMarketRows(
      db.sql,
      noted.map(([itemId]) => itemId),
    );
    const rowOf = new Map(rows.map((row) => [row.itemId, row]));
    const books = noted.map(([itemId, goneIds]): MarketChange => ({
      itemId,
      row: rowOf.get(itemId) ?? null,
      goneIds: [...goneIds],
    }));
    live.here.toAll('MARKET_CHANGED', { books });
  }

  function tellBooksSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      last = last.then(tellBooks).catch((error: unknown) => log.warn({ err: error }, 'news of the market not told'));
    }, GATHER_MS).unref();
  }

  function hear(payload: string): void {
    const { itemId, goneIds = [], stallIds = [], paidIds = [], hands = [] } = JSON.parse(payload) as Change;
    for (const playerId of stallIds) live.here.toPlayer(playerId, 'STALL_CHANGED', {});
    for (const { playerId, soldIds } of hands)
      live.here.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds: [...soldIds] });
    // The process that moved them has told its own tabs; the seller may be with another.
    if (paidIds.length > 0) live.here.renew(paidIds, 'BALANCE_UPDATE');
    gone.set(itemId, [...(gone.get(itemId) ?? []), ...goneIds]);
    tellBooksSoon();
  }

  const listening = db.listen(CHANNEL, hear, () => live.here.toAll('MARKET_CHANGED', { books: [] }));

  return {
    /** Whatever happens from then on is heard. */
    async ready(): Promise<void> {
      await listening;
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await (
        await listening
      )();
      await last;
    },
  };
}
