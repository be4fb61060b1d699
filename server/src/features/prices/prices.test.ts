import type { Item } from '@karat/contract/items';
import type { Prices } from './prices.ts';
import { PRICES_STALE_MS } from '@karat/rules/prices';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, breachesOf } from '#testing/belongings.ts';
import { openPriceFeed, type TestFeed } from '#testing/price-feed.ts';
import { openStaffDesk, type StaffDesk } from '#testing/staff-desk.ts';
import { createWorld, type World } from '#testing/world.ts';
import { pricesLoop } from './loop.ts';
import { pricesAgeMs } from './prices.ts';
import { readPrices } from './readings.ts';

let feed: TestFeed;
let world: World;
let desk: StaffDesk;
let [cheap, dear]: Item[] = [];

const never = new AbortController().signal;
const read = () => readPrices(world.deps, never);

const allPrices = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await world.deps.db.sql<{ name: string; price: number }>`select market_hash_name as name, price from items`).map(
      ({ name, price }) => [name, price],
    ),
  );

/** The feed with each item's price as given, and all else as it is known. */
async function tell(prices: ReadonlyMap<Item, number> = new Map()): Promise<void> {
  const fresh = [...prices].map(([item, price]) => [item.market_hash_name, price]);
  feed.tell({ ...(await allPrices()), ...(Object.fromEntries(fresh) as Record<string, number>) });
}

const pricesOf = async ({ id }: Item) =>
  (
    await world.deps.db.sql<{ price: number; min: number; quick: number }>`
      select price, min_price as min, quick_sell_price as quick from items where id = ${id}`
  )[0];

const readings = () => world.deps.db.sql<{ source: string; changed: number; held: number; failure: string | null }>`
  select source, changed, held, failure from price_reads order by id`;

const notices = async () =>
  (
    await world.deps.db.sql<{ title: string }>`
      select title from notifications where player_id = ${desk.admin.id} order by id`
  ).map(({ title }) => title);

const standing = async (query = '') => {
  const reply = await desk.call('GET', `/admin/getPrices${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<Prices>();
};

const decide = (item: Item, isAccepted: unknown, price: unknown) =>
  desk.call('POST', `/admin/decidePrice/${item.id}`, { isAccepted, price });

beforeAll(async () => {
  feed = await openPriceFeed();
  world = await createWorld({ PRICE_FEED_URL: feed.url });
  desk = await openStaffDesk(world);
});
beforeEach(async () => {
  const { sql } = world.deps.db;
  await sql`delete from held_prices`;
  await sql`delete from price_reads`;
  await sql`delete from notifications`;
  [cheap, dear] = [await desk.addItem({ itemPrice: 20 }), await desk.addItem({ itemPrice: 1_000 })];
});
afterAll(async () => {
  await world.close();
  await feed.close();
});

describe('a reading', () => {
  test('takes small changes over, with all that follows from a price', async () => {
    await tell(
      new Map([
        [cheap!, 45],
        [dear!, 1_337],
      ]),
    );
    expect(await read()).toBeUndefined();
    expect(await pricesOf(cheap!)).toEqual({ price: 45, min: 45, quick: 40 });
    expect(await pricesOf(dear!)).toEqual({ price: 1_337, min: 1_337, quick: 1_203 });
    expect(await readings()).toEqual([{ source: '127.0.0.1', changed: 2, held: 0, failure: null }]);
    expect(await notices()).toEqual([]);
    expect(await standing()).toMatchObject({
      source: '127.0.0.1',
      isStale: false,
      changed: 2,
      failure: null,
      data: [],
    });
    expect(await breachesOf(world.deps.db)).toEqual([]);
  });

  test('changes nothing where prices are the same, and knows no other names', async () => {
    feed.tell({ 'Unheard | Of (Factory New)': 5, ...(await allPrices()) });
    expect(await read()).toBeUndefined();
    expect(await readings()).toMatchObject([{ changed: 0, held: 0 }]);
  });

  test('goes through more items than one transaction holds', async () => {
    await world.deps.db.sql`
      insert into items (item_name, skin_name, exterior, rarity, weapon_type, image, price, min_price, quick_sell_price,
                         market_hash_name)
      select 'Many', place::text, 'Factory New', 'Covert', 'Rifle', '/x.png', 1000, 1000, 900, 'Many | ' || place || ' (FN)'
      from generate_series(1, 450) as place`;
    feed.tell(Object.fromEntries(Object.entries(await allPrices()).map(([name, price]) => [name, price + 1])));
    await read();
    const [row] = await world.deps.db.sql<{ count: number }>`
      select count(*) as count from items where item_name = 'Many' and price = 1001 and quick_sell_price = 900`;
    expect(row!.count).toBe(450);
    await world.deps.db.sql`delete from items where item_name = 'Many'`;
  });

  test('gives a price to what had none, whatever it is', async () => {
    await world.deps.db.sql`update items set min_price = null where id = ${dear!.id}`;
    await tell(new Map([[dear!, 90_000]]));
    await read();
    expect(await pricesOf(dear!)).toEqual({ price: 90_000, min: 90_000, quick: 81_000 });
  });

  test('pauses a case by itself, whose edge the new price has eaten up', async () => {
    const box = await desk.addCase([{ id: dear!.id, drop_rate: 100 }], { casePrice: 1_000 });
    await tell(new Map([[dear!, 1_100]]));
    await read();
    const [paused] = await world.deps.db.sql<{ isPaused: boolean }>`
      select paused_at is not null as "isPaused" from cases where id = ${box.id}`;
    expect(paused!.isPaused).toBe(true);
    expect(await notices()).toEqual([`Case paused: ${box.name}`]);
  });

  test('lets the feed win over what staff have typed', async () => {
    await desk.call('PUT', `/admin/editItem/${dear!.id}`, { ...desk.itemForm(), price: 1_500 });
    const [edited] = await world.deps.db.sql<{ name: string }>`
      select market_hash_name as name from items where id = ${dear!.id}`;
    feed.tell({ ...(await allPrices()), [edited!.name]: 1_200 });
    await read();
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_200 });
  });
});

describe('a jump', () => {
  test('waits for staff, who are told once however many there are', async () => {
    const third = await desk.addItem({ itemPrice: 4_000 });
    await tell(
      new Map([
        [dear!, 2_000],
        [third, 1_999],
      ]),
    );
    await read();
    await read();
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_000 });
    expect(await notices()).toEqual(['2 prices have jumped']);
    const { data, pagination } = await standing();
    expect(pagination.totalResults).toBe(2);
    expect(data).toMatchObject([
      { itemId: third.id, price: 4_000, freshPrice: 1_999, image: 'https://pictures.example/ak.png' },
      { itemId: dear!.id, price: 1_000, freshPrice: 2_000, market_hash_name: dear!.market_hash_name },
    ]);
    expect((await standing('?limit=1&page=2')).data).toMatchObject([{ itemId: dear!.id }]);
  });

  test('that goes on is held at its last price without another word, and one that ends is let go', async () => {
    await tell(new Map([[dear!, 3_000]]));
    await read();
    await tell(new Map([[dear!, 3_100]]));
    await read();
    expect((await standing()).data).toMatchObject([{ freshPrice: 3_100 }]);
    expect(await notices()).toEqual(['A price has jumped']);
    await tell(new Map([[dear!, 1_010]]));
    await read();
    expect((await standing()).data).toEqual([]);
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_010 });
  });

  test('is taken over when staff accept it, and cases look at their edge', async () => {
    const box = await desk.addCase([{ id: dear!.id, drop_rate: 100 }], { casePrice: 1_000 });
    await tell(new Map([[dear!, 3_000]]));
    await read();
    const reply = await decide(dear!, true, 3_000);
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'The new price holds.']);
    expect(await pricesOf(dear!)).toEqual({ price: 3_000, min: 3_000, quick: 2_700 });
    expect((await standing()).data).toEqual([]);
    expect(await notices()).toContain(`Case paused: ${box.name}`);
    const [act] = await world.deps.db.sql`
      select act, actor_id as "actorId", before, after from staff_acts
      where subject = ${`item:${dear!.id}`} order by id desc limit 1`;
    expect(act).toEqual({
      act: 'price.accept',
      actorId: desk.admin.id,
      before: { name: dear!.market_hash_name, price: 1_000 },
      after: { price: 3_000 },
    });
  });

  test('that staff refuse is not asked about again until another price comes', async () => {
    await tell(new Map([[dear!, 3_000]]));
    await read();
    expect((await decide(dear!, false, 3_000)).json().message).toBe('The known price stays.');
    await tell(new Map([[dear!, 3_050]]));
    await read();
    expect((await standing()).data).toEqual([]);
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_000 });
    await tell(new Map([[dear!, 3_300]]));
    await read();
    expect((await standing()).data).toMatchObject([{ itemId: dear!.id, freshPrice: 3_300 }]);
    expect(await notices()).toEqual(['A price has jumped', 'A price has jumped']);
  });

  test('is decided about the price that was seen, once, and by one', async () => {
    await tell(new Map([[dear!, 3_000]]));
    await read();
    const stale = await decide(dear!, true, 2_999);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'price_changed']);
    const racing = await Promise.all(Array.from({ length: 6 }, (_, at) => decide(dear!, at % 2 === 0, 3_000)));
    expect(racing.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['200', ...Array(5).fill('404')]);
    const acts = await world.deps.db.sql`
      select from staff_acts where subject = ${`item:${dear!.id}`} and act like 'price.%'`;
    expect(acts).toHaveLength(1);
  });

  test.each([
    ['yes', 3_000],
    [true, '3000'],
    [true, 0],
    [true, 1.5],
  ])('is not decided by %j and %j', async (isAccepted, price) => {
    expect((await decide(dear!, isAccepted, price)).statusCode).toBe(400);
  });
});

describe('a reading that fails', () => {
  test('changes nothing, is kept, and is told to staff once until it is good again', async () => {
    await tell(new Map([[dear!, 1_100]]));
    await read();
    feed.answer({ status: 500, body: '' });
    expect(await read()).toBe('The feed answered with status 500.');
    await read();
    expect(await notices()).toEqual(['Prices were not read']);
    expect(await standing()).toMatchObject({ failure: 'The feed answered with status 500.', changed: 1 });
    expect((await standing()).readAt).not.toBeNull();
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_100 });
    await tell();
    await read();
    expect((await standing()).failure).toBeNull();
    feed.answer({ status: 500, body: '' });
    await read();
    expect(await notices()).toHaveLength(2);
  });

  test('has fewer than half of our names', async () => {
    const names = Object.entries(await allPrices()).filter(([name]) => name !== dear!.market_hash_name);
    const half = Math.ceil((names.length + 1) / 2);
    feed.tell(Object.fromEntries([...names.slice(0, half - 2), [dear!.market_hash_name, 1_100]]));
    expect(await read()).toMatch(/^The feed has prices of \d+ of \d+ items: fewer than half\.$/);
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_000 });
    feed.tell(Object.fromEntries([...names.slice(0, half - 1), [dear!.market_hash_name, 1_100]]));
    expect(await read()).toBeUndefined();
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_100 });
  });

  test('leaves held prices where they are', async () => {
    await tell(new Map([[dear!, 3_000]]));
    await read();
    feed.answer({ body: 'no' });
    await read();
    expect((await standing()).data).toMatchObject([{ itemId: dear!.id, freshPrice: 3_000 }]);
  });
});

describe('the age of prices', () => {
  const age = () => pricesAgeMs(world.deps.db.sql);
  const add = (source: string, failure: string | null, hours: number) => world.deps.db.sql`
    insert into price_reads (source, failure, created_at)
    values (${source}, ${failure}, now() - ${hours} * interval '1 hour')`;

  test('is that of the last whole reading, whatever has failed since', async () => {
    await add('127.0.0.1', null, 50);
    await add('127.0.0.1', 'gone', 1);
    expect(Math.round((await age()) / 3_600_000)).toBe(50);
    expect(await age()).toBeGreaterThan(PRICES_STALE_MS);
    expect(await standing()).toMatchObject({ isStale: true, failure: 'gone' });
  });

  test('has no end where none was ever read whole', async () => {
    await add('snapshot', null, 1);
    await add('127.0.0.1', 'gone', 1);
    expect(await age()).toBe(Number.POSITIVE_INFINITY);
    expect(await standing()).toMatchObject({ isStale: true, readAt: null });
  });

  test('is none for those that came with the site', async () => {
    expect(await age()).toBe(0);
    await add('snapshot', null, 1_000);
    expect(await age()).toBe(0);
  });
});

describe('without a feed', () => {
  test('nothing is taken over, and it is known that there is none', async () => {
    const deps = { ...world.deps, prices: undefined };
    await readPrices(deps, never);
    await readPrices(deps, never);
    expect(await readings()).toEqual([{ source: 'snapshot', changed: 0, held: 0, failure: null }]);
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_000 });
  });
});

describe('the loop', () => {
  test('reads at the start, again soon after a failure, and ends when it has to', async () => {
    const stop = new AbortController();
    feed.answer({ status: 503, body: '' });
    const running = pricesLoop(world.deps, stop.signal, { everyMs: 60_000, againAfterMs: 20 });
    await expect.poll(async () => (await readings()).length).toBeGreaterThan(1);
    await tell(new Map([[dear!, 1_100]]));
    await expect.poll(async () => (await pricesOf(dear!))?.price).toBe(1_100);
    stop.abort();
    await running;
    expect((await readings()).at(-1)).toMatchObject({ failure: null, changed: 1 });
  });

  test('does not call it a failure of the feed that the site stops', async () => {
    const stop = new AbortController();
    feed.answer('hang');
    const running = pricesLoop(world.deps, stop.signal);
    const before = feed.asked.length;
    await expect.poll(() => feed.asked.length).toBeGreaterThan(before);
    stop.abort();
    await running;
    expect(await readings()).toEqual([]);
  });
});

describe('staff', () => {
  test('have prices read now, are told why not, and do not hammer the feed', async () => {
    await tell(new Map([[dear!, 1_100]]));
    expect((await desk.call('POST', '/admin/refreshPrices')).json()).toEqual({ message: 'Prices were read.' });
    expect(await pricesOf(dear!)).toMatchObject({ price: 1_100 });
    feed.answer({ status: 404, body: '' });
    const failed = await desk.call('POST', '/admin/refreshPrices');
    expect([failed.statusCode, failed.json()]).toMatchObject([
      503,
      { code: 'feed_unread', message: 'The feed answered with status 404.' },
    ]);
    const tooMany = await desk.call('POST', '/admin/refreshPrices');
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([429, 'too_many']);
  });

  test.each([
    ['GET', '/admin/getPrices'],
    ['POST', '/admin/decidePrice/1'],
    ['POST', '/admin/refreshPrices'],
  ] as const)('alone call %s %s', async (method, url) => {
    const visitor = await world.http.inject({ method, url });
    expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
    const player = await desk.call(method, url, undefined, await addPlayer(world.deps.db));
    expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
  });
});
