import type { RefusalCode } from '@karat/contract/refusal';
import type { Db } from '#db/db.ts';
import { createSeeds, type Seeds } from '#features/fairness/fairness.ts';
import { addCase, addItem, addPlayer, type TestPlayer, creditWelcomeDiamonds } from './fixtures.ts';
import { openCaseDirectly } from './rolled-openings.ts';
import { createTestSite, type TestSite } from './test-site.ts';

const BOX_PRICE = 10;
const COPIES_MAX = 100;

type Skin = { readonly itemId: number; readonly name: string; readonly caseName: string };

/** The fields of market replies that tests read. */
type Body = {
  readonly code?: RefusalCode;
  readonly message?: string;
  readonly data: { listingId: number; orderId: number; itemId: number; inventoryId: number; price: number };
};

type RequestOptions = { readonly body?: object; readonly key?: string | undefined };
type Answer<Reply> = { readonly status: number; readonly body: Reply };

/** Reads the market's rows from the database. */
function createReaders({ sql }: Db) {
  return {
    async readBalance({ id }: TestPlayer): Promise<number> {
      const [wallet] = await sql<{ balance: number }>`select balance from wallets where player_id = ${id}`;
      return wallet!.balance;
    },
    async readItem(id: number): Promise<{ ownerId: number; state: string }> {
      const [item] = await sql<{ ownerId: number; state: string }>`
        select player_id as "ownerId", state from inventory where id = ${id}`;
      return item!;
    },
    async readListing(
      id: number,
    ): Promise<{ state: string; price: number; buyerId: number | null; fee: number | null }> {
      const [listing] = await sql<{ state: string; price: number; buyerId: number | null; fee: number | null }>`
        select state, price, buyer_id as "buyerId", fee from listings where id = ${id}`;
      return listing!;
    },
    async readOrder(id: number): Promise<{ state: string; listingId: number | null }> {
      const [order] = await sql<{ state: string; listingId: number | null }>`
        select state, listing_id as "listingId" from buy_orders where id = ${id}`;
      return order!;
    },
    /** The player's notifications, newest first. */
    async readNotifications({ id }: TestPlayer): Promise<string[]> {
      const rows = await sql<{ text: string }>`
        select title || ': ' || message as text from notifications where player_id = ${id} order by id desc`;
      return rows.map(({ text }) => text);
    },
  };
}

/** Adds skins, and players who own them by opening cases. */
function createSupply({ deps }: TestSite) {
  const { db } = deps;
  const seeds: Seeds = createSeeds(deps);
  let skins = 0;

  return {
    /** Adds a skin and a case that always gives it. */
    async addSkin(changed: Parameters<typeof addItem>[1] = {}): Promise<Skin> {
      const skinName = changed.skinName ?? `Pattern ${(skins += 1)}`;
      const itemId = await addItem(db, { ...changed, skinName });
      const caseName = `Box ${itemId}`;
      await addCase(db, { name: caseName, price: BOX_PRICE, drops: [[itemId, 10_000]] });
      const [item] = await db.sql<{ name: string }>`select market_hash_name as name from items where id = ${itemId}`;
      return { itemId, caseName, name: item!.name };
    },

    /** Adds a player who owns skins from opened cases. `balance` is the balance after paying for the cases. */
    async addTrader(balance = 10_000, owns: readonly { skin: Skin; count?: number }[] = []) {
      const player = await addPlayer(db);
      const boxes = owns.reduce((sum, { count = 1 }) => sum + count, 0);
      const first = balance + boxes * BOX_PRICE;
      if (first > 0) await creditWelcomeDiamonds(deps, player.id, first);
      if (boxes > 0) await seeds.ensure(player.id);
      const items: number[] = [];
      for (const { skin, count = 1 } of owns) {
        for (let remaining = count; remaining > 0; remaining -= COPIES_MAX) {
          const opened = { playerId: player.id, caseName: skin.caseName, count: Math.min(remaining, COPIES_MAX) };
          items.push(...(await openCaseDirectly(deps, seeds, opened)));
        }
      }
      return { ...player, items };
    },
  };
}

/** A site with a market. All listed skins come from opened cases, so that the audit passes. */
export async function createMarketFixture(variables: Readonly<Record<string, string>> = {}) {
  // Without rate limits.
  const site = await createTestSite(variables, { take: () => 0 });
  const { db } = site.deps;

  async function call<Reply = Body>(
    method: 'GET' | 'POST',
    url: string,
    who?: TestPlayer,
    { body, key }: RequestOptions = {},
  ): Promise<Answer<Reply>> {
    const reply = await site.http.inject({
      method,
      url,
      headers: { ...who?.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: reply.statusCode, body: JSON.parse(reply.body) as Reply };
  }

  return {
    site,
    db,
    call,
    ...createSupply(site),
    ...createReaders(db),
    addStaff: (): Promise<TestPlayer> => addPlayer(db, 'admin'),

    list: (who: TestPlayer, body: object, key?: string) => call('POST', '/user/listItemOnMarket', who, { body, key }),
    buy: (who: TestPlayer, listingId: number, { price, key }: { price?: number; key?: string } = {}) =>
      call('POST', `/user/buyMarketItem/${listingId}`, who, {
        ...(price === undefined ? {} : { body: { price } }),
        key,
      }),
    cancel: (who: TestPlayer, listingId: number) => call('POST', `/user/cancelListing/${listingId}`, who),
    changePrice: (who: TestPlayer, listingId: number, price: number) =>
      call('POST', `/user/changeListingPrice/${listingId}`, who, { body: { price } }),
    createBuyOrder: (who: TestPlayer, itemId: number, price: number, key?: string) =>
      call('POST', '/user/createBuyOrder', who, { body: { itemId, price }, key }),
    cancelBuyOrder: (who: TestPlayer, orderId: number) => call('POST', `/user/cancelBuyOrder/${orderId}`, who),
    quickSell: (who: TestPlayer, itemId: number) => call('GET', `/user/quickSellItem/${itemId}`, who),
    close: () => site.close(),
  };
}
export type MarketFixture = Awaited<ReturnType<typeof createMarketFixture>>;
export type Trader = Awaited<ReturnType<MarketFixture['addTrader']>>;
