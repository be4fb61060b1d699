import type { Item } from '@karat/contract/items';
import type { Prices } from '#features/prices/prices.ts';
import { readPrices } from '#features/prices/readings.ts';
import { readAlarms } from './alarms.ts';
import { startPriceFeed } from './price-feed.ts';
import { createStaffCalls } from './staff-calls.ts';
import { createTestSite } from './test-site.ts';

const neverAborted = new AbortController().signal;

/** A site that reads prices from a local feed, and the calls of staff. */
export async function createPriceFixture() {
  const feed = await startPriceFeed();
  const site = await createTestSite({ PRICE_FEED_URL: feed.url });
  const staff = await createStaffCalls(site);
  const { sql } = site.deps.db;

  async function allPrices(): Promise<Record<string, number>> {
    const rows = await sql<{ name: string; price: number }>`select market_hash_name as name, price from items`;
    return Object.fromEntries(rows.map(({ name, price }) => [name, price]));
  }

  return {
    feed,
    site,
    staff,
    never: neverAborted,
    allPrices,
    read: () => readPrices(site.deps, neverAborted),
    /** Sets prices in the feed; the other items keep their current price. */
    async setFeedPrices(prices: ReadonlyMap<Item, number> = new Map()): Promise<void> {
      const fresh = [...prices].map(([item, price]) => [item.market_hash_name, price]);
      feed.setPrices({ ...(await allPrices()), ...(Object.fromEntries(fresh) as Record<string, number>) });
    },
    async readPrices({ id }: Item) {
      const [row] = await sql<{ price: number; min: number; quick: number }>`
        select price, min_price as min, quick_sell_price as quick from items where id = ${id}`;
      return row;
    },
    readings: () => sql<{ source: string; changed: number; held: number; failure: string | null }>`
      select source, changed, held, failure from price_reads order by id`,
    async notices(): Promise<string[]> {
      const rows = await sql<{ title: string }>`
        select title from notifications where player_id = ${staff.admin.id} order by id`;
      return rows.map(({ title }) => title);
    },
    alarms: async () => (await readAlarms(sql, 'pricesFailed')).map(({ text }) => text),
    /** The price page of staff. */
    async fetchPrices(query = ''): Promise<Prices> {
      const reply = await staff.call('GET', `/admin/getPrices${query}`);
      if (reply.statusCode !== 200) throw new Error(`${reply.statusCode} ${reply.body}`);
      return reply.json<Prices>();
    },
    decide: (item: Item, isAccepted: unknown, price: unknown) =>
      staff.call('POST', `/admin/decidePrice/${item.id}`, { isAccepted, price }),
    /** Removes all readings and notices, and adds two items: one for 20 diamonds, one for 1.000. */
    async reset(): Promise<{ cheap: Item; expensive: Item }> {
      await sql`delete from held_prices`;
      await sql`delete from price_reads`;
      await sql`delete from notifications`;
      await sql`delete from alarms`;
      return { cheap: await staff.addItem({ itemPrice: 20 }), expensive: await staff.addItem({ itemPrice: 1_000 }) };
    },
    async close(): Promise<void> {
      await site.close();
      await feed.close();
    },
  };
}

export type PriceFixture = Awaited<ReturnType<typeof createPriceFixture>>;
