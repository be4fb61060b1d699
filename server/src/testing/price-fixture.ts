import type { Item } from '@karat/contract/items';
import type { Prices } from '#features/prices/prices.ts';
import { readPrices } from '#features/prices/readings.ts';
import { startPriceFeed } from './price-feed.ts';
import { createStaffCalls } from './staff-calls.ts';
import { createTestSite } from './test-site.ts';

const never = new AbortController().signal;

/** A site that reads its prices from a feed of our own, and the staff who look after them. */
export async function createPriceFixture() {
  const feed = await startPriceFeed();
  const world = await createTestSite({ PRICE_FEED_URL: feed.url });
  const desk = await createStaffCalls(world);
  const { sql } = world.deps.db;

  async function allPrices(): Promise<Record<string, number>> {
    const rows = await sql<{ name: string; price: number }>`select market_hash_name as name, price from items`;
    return Object.fromEntries(rows.map(({ name, price }) => [name, price]));
  }

  return {
    feed,
    world,
    desk,
    never,
    allPrices,
    read: () => readPrices(world.deps, never),
    /** The feed with each item's price as given, and all else as it is known. */
    async tell(prices: ReadonlyMap<Item, number> = new Map()): Promise<void> {
      const fresh = [...prices].map(([item, price]) => [item.market_hash_name, price]);
      feed.tell({ ...(await allPrices()), ...(Object.fromEntries(fresh) as Record<string, number>) });
    },
    async pricesOf({ id }: Item) {
      const [row] = await sql<{ price: number; min: number; quick: number }>`
        select price, min_price as min, quick_sell_price as quick from items where id = ${id}`;
      return row;
    },
    readings: () => sql<{ source: string; changed: number; held: number; failure: string | null }>`
      select source, changed, held, failure from price_reads order by id`,
    async notices(): Promise<string[]> {
      const rows = await sql<{ title: string }>`
        select title from notifications where player_id = ${desk.admin.id} order by id`;
      return rows.map(({ title }) => title);
    },
    /** What staff are shown. */
    async standing(query = ''): Promise<Prices> {
      const reply = await desk.call('GET', `/admin/getPrices${query}`);
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
      return reply.json<Prices>();
    },
    decide: (item: Item, isAccepted: unknown, price: unknown) =>
      desk.call('POST', `/admin/decidePrice/${item.id}`, { isAccepted, price }),
    /** As before the first reading, with two items of their own: one for 20 diamonds, one for 1.000. */
    async startOver(): Promise<{ cheap: Item; dear: Item }> {
      await sql`delete from held_prices`;
      await sql`delete from price_reads`;
      await sql`delete from notifications`;
      return { cheap: await desk.addItem({ itemPrice: 20 }), dear: await desk.addItem({ itemPrice: 1_000 }) };
    },
    async close(): Promise<void> {
      await world.close();
      await feed.close();
    },
  };
}

export type PriceFixture = Awaited<ReturnType<typeof createPriceFixture>>;
