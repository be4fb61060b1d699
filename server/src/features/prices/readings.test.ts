import type { Item } from '@karat/contract/items';
import { PRICES_STALE_MS } from '@karat/rules/prices';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBreaches } from '#testing/fixtures.ts';
import { createPriceFixture, type PriceFixture } from '#testing/price-fixture.ts';
import { pricesLoop } from './loop.ts';
import { pricesAgeMs } from './prices.ts';
import { readPrices } from './readings.ts';

let site: PriceFixture;
let cheap: Item;
let expensive: Item;

beforeAll(async () => {
  site = await createPriceFixture();
});
beforeEach(async () => {
  ({ cheap, expensive } = await site.reset());
});
afterAll(() => site.close());

describe('a reading', () => {
  test('applies small changes, with everything derived from the price', async () => {
    await site.setFeedPrices(
      new Map([
        [cheap, 45],
        [expensive, 1_337],
      ]),
    );
    expect(await site.read()).toBeUndefined();
    expect(await site.readPrices(cheap)).toEqual({ price: 45, min: 45, quick: 40 });
    expect(await site.readPrices(expensive)).toEqual({ price: 1_337, min: 1_337, quick: 1_203 });
    expect(await site.readings()).toEqual([{ source: '127.0.0.1', changed: 2, held: 0, failure: null }]);
    expect(await site.notices()).toEqual([]);
    expect(await site.fetchPrices()).toMatchObject({
      source: '127.0.0.1',
      isStale: false,
      changed: 2,
      failure: null,
      data: [],
    });
    expect(await findBreaches(site.site.deps.db)).toEqual([]);
  });

  test('changes nothing for equal prices and ignores unknown names', async () => {
    site.feed.setPrices({ 'Unknown | Item (Factory New)': 5, ...(await site.allPrices()) });
    expect(await site.read()).toBeUndefined();
    expect(await site.readings()).toMatchObject([{ changed: 0, held: 0 }]);
  });

  test('handles more items than fit in one transaction', async () => {
    await site.site.deps.db.sql`
      insert into items (item_name, skin_name, exterior, rarity, weapon_type, image, price, min_price, quick_sell_price,
                         market_hash_name)
      select 'Many', place::text, 'Factory New', 'Covert', 'Rifle', '/x.png', 1000, 1000, 900, 'Many | ' || place || ' (FN)'
      from generate_series(1, 450) as place`;
    site.feed.setPrices(
      Object.fromEntries(Object.entries(await site.allPrices()).map(([name, price]) => [name, price + 1])),
    );
    await site.read();
    const [row] = await site.site.deps.db.sql<{ count: number }>`
      select count(*) as count from items where item_name = 'Many' and price = 1001 and quick_sell_price = 900`;
    expect(row!.count).toBe(450);
    await site.site.deps.db.sql`delete from items where item_name = 'Many'`;
  });

  test('sets any price on an item without one', async () => {
    await site.site.deps.db.sql`update items set min_price = null where id = ${expensive.id}`;
    await site.setFeedPrices(new Map([[expensive, 90_000]]));
    await site.read();
    expect(await site.readPrices(expensive)).toEqual({ price: 90_000, min: 90_000, quick: 81_000 });
  });

  test('pauses a case whose edge is too low at the new price', async () => {
    const box = await site.staff.addCase([{ id: expensive.id, drop_rate: 100 }], { casePrice: 1_000 });
    await site.setFeedPrices(new Map([[expensive, 1_100]]));
    await site.read();
    const [paused] = await site.site.deps.db.sql<{ isPaused: boolean }>`
      select paused_at is not null as "isPaused" from cases where id = ${box.id}`;
    expect(paused!.isPaused).toBe(true);
    expect(await site.notices()).toEqual([`Case paused: ${box.name}`]);
  });

  test('overrides prices set by staff', async () => {
    await site.staff.call('PUT', `/admin/editItem/${expensive.id}`, { ...site.staff.itemForm(), price: 1_500 });
    const [edited] = await site.site.deps.db.sql<{ name: string }>`
      select market_hash_name as name from items where id = ${expensive.id}`;
    site.feed.setPrices({ ...(await site.allPrices()), [edited!.name]: 1_200 });
    await site.read();
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_200 });
  });
});

describe('a failed reading', () => {
  test('changes nothing, is recorded, and notifies staff once until it succeeds again', async () => {
    await site.setFeedPrices(new Map([[expensive, 1_100]]));
    await site.read();
    site.feed.answer({ status: 500, body: '' });
    expect(await site.read()).toBe('The feed answered with status 500.');
    await site.read();
    expect(await site.notices()).toEqual(['Prices were not read']);
    expect(await site.alarms()).toEqual(['Skin prices could not be read: The feed answered with status 500.']);
    expect(await site.fetchPrices()).toMatchObject({ failure: 'The feed answered with status 500.', changed: 1 });
    expect((await site.fetchPrices()).readAt).not.toBeNull();
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_100 });
    await site.setFeedPrices();
    await site.read();
    expect((await site.fetchPrices()).failure).toBeNull();
    site.feed.answer({ status: 500, body: '' });
    await site.read();
    expect(await site.notices()).toHaveLength(2);
  });

  test('is one with fewer than half of the items', async () => {
    const names = Object.entries(await site.allPrices()).filter(([name]) => name !== expensive.market_hash_name);
    const half = Math.ceil((names.length + 1) / 2);
    site.feed.setPrices(Object.fromEntries([...names.slice(0, half - 2), [expensive.market_hash_name, 1_100]]));
    expect(await site.read()).toMatch(/^The feed has prices of \d+ of \d+ items: fewer than half\.$/);
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_000 });
    site.feed.setPrices(Object.fromEntries([...names.slice(0, half - 1), [expensive.market_hash_name, 1_100]]));
    expect(await site.read()).toBeUndefined();
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_100 });
  });

  test('keeps held prices', async () => {
    await site.setFeedPrices(new Map([[expensive, 3_000]]));
    await site.read();
    site.feed.answer({ body: 'no' });
    await site.read();
    expect((await site.fetchPrices()).data).toMatchObject([{ itemId: expensive.id, freshPrice: 3_000 }]);
  });
});

describe('the age of prices', () => {
  const age = () => pricesAgeMs(site.site.deps.db.sql);
  const add = (source: string, failure: string | null, hours: number) => site.site.deps.db.sql`
    insert into price_reads (source, failure, created_at)
    values (${source}, ${failure}, now() - ${hours} * interval '1 hour')`;

  test('is that of the last complete reading, whatever failed since', async () => {
    await add('127.0.0.1', null, 50);
    await add('127.0.0.1', 'gone', 1);
    expect(Math.round((await age()) / 3_600_000)).toBe(50);
    expect(await age()).toBeGreaterThan(PRICES_STALE_MS);
    expect(await site.fetchPrices()).toMatchObject({ isStale: true, failure: 'gone' });
  });

  test('is infinite if no reading was complete', async () => {
    await add('snapshot', null, 1);
    await add('127.0.0.1', 'gone', 1);
    expect(await age()).toBe(Number.POSITIVE_INFINITY);
    expect(await site.fetchPrices()).toMatchObject({ isStale: true, readAt: null });
  });

  test('is zero for shipped prices', async () => {
    expect(await age()).toBe(0);
    await add('snapshot', null, 1_000);
    expect(await age()).toBe(0);
  });
});

describe('without a feed', () => {
  test('nothing changes, and the missing feed is recorded', async () => {
    const deps = { ...site.site.deps, prices: undefined };
    await readPrices(deps, site.never);
    await readPrices(deps, site.never);
    expect(await site.readings()).toEqual([{ source: 'snapshot', changed: 0, held: 0, failure: null }]);
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_000 });
  });
});

describe('the loop', () => {
  test('reads at the start, retries soon after a failure, and stops on abort', async () => {
    const stop = new AbortController();
    site.feed.answer({ status: 503, body: '' });
    const running = pricesLoop(site.site.deps, stop.signal, { everyMs: 60_000, retryAfterMs: 20 });
    await expect.poll(async () => (await site.readings()).length).toBeGreaterThan(1);
    await site.setFeedPrices(new Map([[expensive, 1_100]]));
    await expect.poll(async () => (await site.readPrices(expensive))?.price).toBe(1_100);
    stop.abort();
    await running;
    expect((await site.readings()).at(-1)).toMatchObject({ failure: null, changed: 1 });
  });

  test('does not record a failure of the feed when the site stops', async () => {
    const stop = new AbortController();
    site.feed.answer('hang');
    const running = pricesLoop(site.site.deps, stop.signal);
    const before = site.feed.requests.length;
    await expect.poll(() => site.feed.requests.length).toBeGreaterThan(before);
    stop.abort();
    await running;
    expect(await site.readings()).toEqual([]);
  });
});
