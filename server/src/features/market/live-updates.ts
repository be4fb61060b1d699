import type { MarketChange } from '@karat/contract/live';
import type { Tx } from '#db/db.ts';
import { publish } from '#db/publish.ts';
import type { Deps } from '#deps.ts';
import { selectMarketRows } from './view-queries.ts';

const CHANNEL = 'market';
/** Changes are broadcast together, often enough to look live. */
const THROTTLE_MS = 200;

/** A change to the book of a skin, and the players it concerns. */
type BookChange = {
  readonly itemId: number;
  /** Listings that can no longer be bought. */
  readonly goneIds?: readonly number[];
  /** Players whose own listings or orders have changed. */
  readonly ownerIds?: readonly number[];
  /** Players whose diamonds have moved. */
  readonly paidIds?: readonly number[];
  /** Players whose inventory has changed, with the items that left it. */
  readonly hands?: readonly { readonly playerId: number; readonly soldIds: readonly number[] }[];
};

/** Publishes a change to all processes when the transaction commits. */
export function publishMarketChange(tx: Tx, change: BookChange): Promise<void> {
  return publish(tx.sql, CHANNEL, JSON.stringify(change));
}

/** Broadcasts market changes to the tabs of this process. Every process receives every change through PostgreSQL. */
export function createMarketUpdates({ db, live, log }: Pick<Deps, 'db' | 'live' | 'log'>) {
  const goneIdsByItem = new Map<number, number[]>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Broadcasts the current rows of the grid, whatever the single changes were. */
  async function broadcastBooks(): Promise<void> {
    const changed = [...goneIdsByItem];
    goneIdsByItem.clear();
    const rows = await selectMarketRows(
      db.sql,
      changed.map(([itemId]) => itemId),
    );
    const rowOf = new Map(rows.map((row) => [row.itemId, row]));
    const books = changed.map(([itemId, goneIds]): MarketChange => ({
      itemId,
      row: rowOf.get(itemId) ?? null,
      goneIds: [...goneIds],
    }));
    live.local.toAll('MARKET_CHANGED', { books });
  }

  function scheduleBroadcast(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      last = last
        .then(broadcastBooks)
        .catch((error: unknown) => log.warn({ err: error }, 'Broadcasting market changes failed'));
    }, THROTTLE_MS).unref();
  }

  function onChange(payload: string): void {
    const { itemId, goneIds = [], ownerIds = [], paidIds = [], hands = [] } = JSON.parse(payload) as BookChange;
    for (const playerId of ownerIds) live.local.toPlayer(playerId, 'MY_MARKET_CHANGED', {});
    for (const { playerId, soldIds } of hands)
      live.local.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds: [...soldIds] });
    // The process that moved the diamonds informs its own tabs; the seller may be connected to another.
    if (paidIds.length > 0) live.local.scheduleRefresh(paidIds, 'BALANCE_UPDATE');
    goneIdsByItem.set(itemId, [...(goneIdsByItem.get(itemId) ?? []), ...goneIds]);
    scheduleBroadcast();
  }

  const subscription = db.listen(CHANNEL, onChange, () => live.local.toAll('MARKET_CHANGED', { books: [] }));

  return {
    /** Resolves once changes are received. */
    async ready(): Promise<void> {
      await subscription;
    },
    async close(): Promise<void> {
      clearTimeout(timer);
      await (
        await subscription
      )();
      await last;
    },
  };
}
