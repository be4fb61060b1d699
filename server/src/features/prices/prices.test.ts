import type { Item } from '@karat/contract/items';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer } from '#testing/fixtures.ts';
import { createPriceFixture, type PriceFixture } from '#testing/price-fixture.ts';

let site: PriceFixture;
let expensive: Item;

beforeAll(async () => {
  site = await createPriceFixture();
});
beforeEach(async () => {
  ({ expensive } = await site.reset());
});
afterAll(() => site.close());

describe('a jump', () => {
  test('waits for staff, who are notified once however many there are', async () => {
    const third = await site.staff.addItem({ itemPrice: 4_000 });
    await site.setFeedPrices(
      new Map([
        [expensive, 2_000],
        [third, 1_999],
      ]),
    );
    await site.read();
    await site.read();
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_000 });
    expect(await site.notices()).toEqual(['2 prices have jumped']);
    const { data, pagination } = await site.fetchPrices();
    expect(pagination.totalResults).toBe(2);
    expect(data).toMatchObject([
      { itemId: third.id, price: 4_000, freshPrice: 1_999, image: 'https://pictures.example/ak.png' },
      { itemId: expensive.id, price: 1_000, freshPrice: 2_000, market_hash_name: expensive.market_hash_name },
    ]);
    expect((await site.fetchPrices('?limit=1&page=2')).data).toMatchObject([{ itemId: expensive.id }]);
  });

  test('that continues is held at its last price without another notification, and released when it ends', async () => {
    await site.setFeedPrices(new Map([[expensive, 3_000]]));
    await site.read();
    await site.setFeedPrices(new Map([[expensive, 3_100]]));
    await site.read();
    expect((await site.fetchPrices()).data).toMatchObject([{ freshPrice: 3_100 }]);
    expect(await site.notices()).toEqual(['A price has jumped']);
    await site.setFeedPrices(new Map([[expensive, 1_010]]));
    await site.read();
    expect((await site.fetchPrices()).data).toEqual([]);
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_010 });
  });

  test('is applied when staff accept it, and cases check their edges', async () => {
    const box = await site.staff.addCase([{ id: expensive.id, drop_rate: 100 }], { casePrice: 1_000 });
    await site.setFeedPrices(new Map([[expensive, 3_000]]));
    await site.read();
    const reply = await site.decide(expensive, true, 3_000);
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'The new price was accepted.']);
    expect(await site.readPrices(expensive)).toEqual({ price: 3_000, min: 3_000, quick: 2_700 });
    expect((await site.fetchPrices()).data).toEqual([]);
    expect(await site.notices()).toContain(`Case paused: ${box.name}`);
    const [action] = await site.site.deps.db.sql`
      select action, actor_id as "actorId", before, after from staff_actions
      where subject = ${`item:${expensive.id}`} order by id desc limit 1`;
    expect(action).toEqual({
      action: 'price.accept',
      actorId: site.staff.admin.id,
      before: { name: expensive.market_hash_name, price: 1_000 },
      after: { price: 3_000 },
    });
  });

  test('that staff refuse is not raised again until the price changes', async () => {
    await site.setFeedPrices(new Map([[expensive, 3_000]]));
    await site.read();
    expect((await site.decide(expensive, false, 3_000)).json().message).toBe('The current price was kept.');
    await site.setFeedPrices(new Map([[expensive, 3_050]]));
    await site.read();
    expect((await site.fetchPrices()).data).toEqual([]);
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_000 });
    await site.setFeedPrices(new Map([[expensive, 3_300]]));
    await site.read();
    expect((await site.fetchPrices()).data).toMatchObject([{ itemId: expensive.id, freshPrice: 3_300 }]);
    expect(await site.notices()).toEqual(['A price has jumped', 'A price has jumped']);
  });

  test('is decided once, by one admin, and only for the price that was seen', async () => {
    await site.setFeedPrices(new Map([[expensive, 3_000]]));
    await site.read();
    const stale = await site.decide(expensive, true, 2_999);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'price_changed']);
    const racing = await Promise.all(
      Array.from({ length: 6 }, (_, index) => site.decide(expensive, index % 2 === 0, 3_000)),
    );
    expect(racing.map(({ statusCode }) => `${statusCode}`).toSorted()).toEqual(['200', ...Array(5).fill('404')]);
    const actions = await site.site.deps.db.sql`
      select from staff_actions where subject = ${`item:${expensive.id}`} and action like 'price.%'`;
    expect(actions).toHaveLength(1);
  });

  test.each([
    ['yes', 3_000],
    [true, '3000'],
    [true, 0],
    [true, 1.5],
  ])('refuses the decision %j with %j', async (isAccepted, price) => {
    expect((await site.decide(expensive, isAccepted, price)).statusCode).toBe(400);
  });
});

describe('staff', () => {
  test('can read prices now, get the reason of a failure, and are rate-limited', async () => {
    await site.setFeedPrices(new Map([[expensive, 1_100]]));
    expect((await site.staff.call('POST', '/admin/refreshPrices')).json()).toEqual({ message: 'Prices updated.' });
    expect(await site.readPrices(expensive)).toMatchObject({ price: 1_100 });
    site.feed.answer({ status: 404, body: '' });
    const failed = await site.staff.call('POST', '/admin/refreshPrices');
    expect([failed.statusCode, failed.json()]).toMatchObject([
      503,
      { code: 'feed_unread', message: 'The feed answered with status 404.' },
    ]);
    const tooMany = await site.staff.call('POST', '/admin/refreshPrices');
    expect([tooMany.statusCode, tooMany.json().code]).toEqual([429, 'too_many']);
  });

  test.each([
    ['GET', '/admin/getPrices'],
    ['POST', '/admin/decidePrice/1'],
    ['POST', '/admin/refreshPrices'],
  ] as const)('alone call %s %s', async (method, url) => {
    const visitor = await site.site.http.inject({ method, url });
    expect([visitor.statusCode, visitor.json().code]).toEqual([401, 'unauthenticated']);
    const player = await site.staff.call(method, url, undefined, await addPlayer(site.site.deps.db));
    expect([player.statusCode, player.json().code]).toEqual([403, 'forbidden']);
  });
});
