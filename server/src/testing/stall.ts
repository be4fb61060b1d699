import type { RefusalCode } from '@karat/contract/refusal';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer, welcome } from './belongings.ts';
import { openBox } from './rolled-openings.ts';
import { createWorld } from './world.ts';

const BOX_PRICE = 10;
const COPIES_MAX = 100;

type Skin = { readonly itemId: number; readonly name: string; readonly caseName: string };

/** Answers of the market, as far as tests look into them. */
type Body = {
  readonly code?: RefusalCode;
  readonly message?: string;
  readonly data: { listingId: number; orderId: number; itemId: number; inventoryId: number; price: number };
};

/** A site with a market, on which players have what they offer by opening cases: its books can be proven. */
export async function openStall(variables: Readonly<Record<string, string>> = {}) {
  // Nobody is too fast here.
  const world = await createWorld(variables, { take: () => 0 });
  const { db } = world.deps;
  const seeds: Seeds = createSeeds(world.deps);
  let skins = 0;

  async function call<Reply = Body>(method: 'GET' | 'POST', url: string, who?: TestPlayer, sent: Sent = {}) {
    const reply = await world.http.inject({
      method,
      url,
      headers: { ...who?.headers, ...(sent.key === undefined ? {} : { 'idempotency-key': sent.key }) },
      ...(sent.body === undefined ? {} : { payload: sent.body }),
    });
    return { status: reply.statusCode, body: JSON.parse(reply.body) as Reply };
  }

  type Sent = { readonly body?: object; readonly key?: string };

  /** A skin that a case of its own always gives. */
  async function addSkin(changed: Parameters<typeof addItem>[1] = {}): Promise<Skin> {
    const skinName = changed.skinName ?? `Pattern ${(skins += 1)}`;
    const itemId = await addItem(db, { ...changed, skinName });
    const caseName = `Box ${itemId}`;
    await addCase(db, { name: caseName, price: BOX_PRICE, drops: [[itemId, 10_000]] });
    const [item] = await db.sql<{ name: string }>`select market_hash_name as name from items where id = ${itemId}`;
    return { itemId, caseName, name: item!.name };
  }

  /** A player with exactly so many diamonds, once the boxes of what they own are paid. */
  async function addTrader(balance = 10_000, owns: readonly { skin: Skin; count?: number }[] = []) {
    const player = await addPlayer(db);
    const boxes = owns.reduce((sum, { count = 1 }) => sum + count, 0);
    const first = balance + boxes * BOX_PRICE;
    if (first > 0) await welcome(world.deps, player.id, first);
    if (boxes > 0) await seeds.ensure(player.id);
    const items: number[] = [];
    for (const { skin, count = 1 } of owns) {
      for (let left = count; left > 0; left -= COPIES_MAX) {
        const opened = { playerId: player.id, caseName: skin.caseName, count: Math.min(left, COPIES_MAX) };
        items.push(...(await openBox(world.deps, seeds, opened)));
      }
    }
    return { ...player, items };
  }

  return {
    world,
    db,
    call,
    addSkin,
    addTrader,
    addStaff: (): Promise<TestPlayer> => addPlayer(db, 'admin'),

    list: (who: TestPlayer, body: object, key?: string) =>
      call('POST', '/user/listItemOnMarket', who, { body, ...(key === undefined ? {} : { key }) }),
    buy: (who: TestPlayer, listingId: number, { price, key }: { price?: number; key?: string } = {}) =>
      call('POST', `/user/buyMarketItem/${listingId}`, who, {
        ...(price === undefined ? {} : { body: { price } }),
        ...(key === undefined ? {} : { key }),
      }),
    cancel: (who: TestPlayer, listingId: number) => call('POST', `/user/cancelListing/${listingId}`, who),
    change: (who: TestPlayer, listingId: number, price: number) =>
      call('POST', `/user/changeListingPrice/${listingId}`, who, { body: { price } }),
    want: (who: TestPlayer, itemId: number, price: number, key?: string) =>
      call('POST', '/user/createBuyOrder', who, { body: { itemId, price }, ...(key === undefined ? {} : { key }) }),
    unwant: (who: TestPlayer, orderId: number) => call('POST', `/user/cancelBuyOrder/${orderId}`, who),
    quickSell: (who: TestPlayer, itemId: number) => call('GET', `/user/quickSellItem/${itemId}`, who),

    async balanceOf({ id }: TestPlayer): Promise<number> {
      const [wallet] = await db.sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    async itemOf(id: number): Promise<{ ownerId: number; state: string }> {
      const [item] = await db.sql<{ ownerId: number; state: string }>`
        select player_id as "ownerId", state from inventory where id = ${id}`;
      return item!;
    },
    async listingOf(id: number): Promise<{ state: string; price: number; buyerId: number | null; fee: number | null }> {
      const [listing] = await db.sql<{ state: string; price: number; buyerId: number | null; fee: number | null }>`
        select state, price, buyer_id as "buyerId", fee from listings where id = ${id}`;
      return listing!;
    },
    async orderOf(id: number): Promise<{ state: string; listingId: number | null }> {
      const [order] = await db.sql<{ state: string; listingId: number | null }>`
        select state, listing_id as "listingId" from buy_orders where id = ${id}`;
      return order!;
    },
    /** What the player was told, newest first. */
    async toldTo({ id }: TestPlayer): Promise<string[]> {
      const rows = await db.sql<{ told: string }>`
        select title || ': ' || message as told from notifications where player_id = ${id} order by id desc`;
      return rows.map(({ told }) => told);
    },
    close: () => world.close(),
  };
}
export type Stall = Awaited<ReturnType<typeof openStall>>;
export type Trader = Awaited<ReturnType<Stall['addTrader']>>;
