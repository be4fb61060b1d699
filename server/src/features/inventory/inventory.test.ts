import type { OwnedItem, SteamInventoryItem } from '@karat/contract/inventory';
import type { Pagination } from '@karat/contract/pagination';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addItem, addPlayer, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

type Listed = { data: OwnedItem[]; pagination: Pagination; totalPrice: number };

const REDLINE = {
  itemName: 'AK-47',
  skinName: 'Redline',
  exterior: 'Field-Tested',
  rarity: 'Classified',
  weaponType: 'Rifle',
  image: '/img/skin/ak-47-redline-256.webp',
  price: 3_000,
};
const FADE = {
  itemName: '★ Karambit',
  skinName: 'Fade',
  exterior: 'Factory New',
  rarity: 'Exceedingly Rare',
  weaponType: 'Knife',
  image: 'https://pictures.example/fade.png',
  price: 100_000,
};

let site: TestSite;
let [redline, fade, dune] = [0, 0, 0];
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
  const { db } = site.deps;
  [redline, fade, dune] = [await addItem(db, REDLINE), await addItem(db, FADE), await addItem(db)];
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

const giveItem = (itemId: number, options: { price?: number; state?: string } = {}) =>
  addToInventory(site.deps.db, { playerId: player.id, itemId, ...options });

function ask(query = '') {
  const headers = { ...player.headers, host: 'karat.example' };
  return site.http.inject({ url: `/user/getUserInventory${query}`, headers });
}

async function list(query = ''): Promise<Listed> {
  const reply = await ask(query);
  expect(reply.statusCode).toBe(200);
  return reply.json<Listed>();
}

const idsOf = ({ data }: Listed) => data.map(({ id }) => id);

describe('an inventory', () => {
  test('lists each item with its details and absolute picture addresses', async () => {
    const [knife, rifle] = [
      await giveItem(fade, { price: 90_000 }),
      await giveItem(redline, { price: 2_500, state: 'LISTED' }),
    ];
    const { data, pagination, totalPrice } = await list();
    expect(data).toEqual([
      {
        id: rifle,
        state: 'LISTED',
        price: 2_500,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        parentItem: redline,
        parentItemDetails: {
          id: redline,
          market_hash_name: 'AK-47 | Redline (Field-Tested)',
          image: 'http://karat.example/img/skin/ak-47-redline-256.webp',
          skinRarity: 'Classified',
          skinExterior: 'Field-Tested',
          weaponType: 'Rifle',
          price: 3_000,
        },
      },
      expect.objectContaining({ id: knife, state: 'OWNED', price: 90_000 }),
    ]);
    expect(data[1]!.parentItemDetails.image).toBe(FADE.image);
    expect(pagination).toEqual({ totalResults: 2, resultsPerPage: 1_000, currentPage: 1 });
    expect(totalPrice).toBe(90_000);
  });

  test('of a player without items is empty', async () => {
    expect(await list()).toEqual({
      data: [],
      pagination: { totalResults: 0, resultsPerPage: 1_000, currentPage: 1 },
      totalPrice: 0,
    });
  });

  test('contains items that are free, listed or being withdrawn, and no others', async () => {
    const shown = [
      await giveItem(dune),
      await giveItem(dune, { state: 'LISTED' }),
      await giveItem(dune, { state: 'WITHDRAWING' }),
    ];
    for (const state of ['SOLD', 'WITHDRAWN']) await giveItem(dune, { state });
    const other = await addPlayer(site.deps.db);
    await addToInventory(site.deps.db, { playerId: other.id, itemId: dune });
    expect(idsOf(await list())).toEqual(shown.toReversed());
  });

  test('keeps the price of the day it was won', async () => {
    await giveItem(dune, { price: 123 });
    await site.deps.db.sql`update items set price = price * 2, quick_sell_price = 1800 where id = ${dune}`;
    expect((await list()).data[0]!.price).toBe(123);
  });

  test('refuses visitors', async () => {
    const reply = await site.http.inject('/user/getUserInventory');
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated']);
  });
});

describe('filters', () => {
  test.each([
    ['?rarity=Classified', ['rifle']],
    ['?weaponType=Knife', ['knife']],
    ['?exterior=Field-Tested', ['pistol', 'rifle']],
    ['?exterior=Field-Tested&weaponType=Pistol', ['pistol']],
    ['?rarity=Covert', []],
    ['?search=redline', ['rifle']],
    ['?search=%20%20FADE%20karambit%20', ['knife']],
    ['?search=FIELD-TESTED%20p250', ['pistol']],
    ['?search=redl%C4%B1ne', ['rifle']],
    ['?search=(field-tested)', ['pistol', 'rifle']],
    ['?search=%25', []],
    ['?search=_', []],
    ['?search=ak&rarity=Restricted', []],
    ['?search=', ['pistol', 'rifle', 'knife']],
  ])('%s keep %j, with exact totals', async (query, names) => {
    const priceOf: Record<string, number> = { knife: 90_000, rifle: 2_700, pistol: 900 };
    const ids = new Map([
      [await giveItem(fade, { price: 90_000 }), 'knife'],
      [await giveItem(redline, { price: 2_700 }), 'rifle'],
      [await giveItem(dune, { price: 900 }), 'pistol'],
    ]);
    const listed = await list(query);
    expect(idsOf(listed).map((id) => ids.get(id))).toEqual(names);
    expect(listed.pagination.totalResults).toBe(names.length);
    expect(listed.totalPrice).toBe(names.reduce((total, name) => total + priceOf[name]!, 0));
  });

  test.each([
    ['?rarity=Shiny', 'Invalid filter.'],
    ['?weaponType=Spoon', 'Invalid filter.'],
    ['?exterior=fn', 'Invalid filter.'],
    ['?sort=price', 'Invalid sort.'],
    ['?view=list', 'Invalid view.'],
    ['?limit=0', 'Invalid limit.'],
    ['?limit=1001', 'Invalid limit.'],
    ['?page=0', 'Invalid page.'],
    [`?search=${'x'.repeat(101)}`, 'Search text is too long'],
    ['?search=%00', 'Invalid characters.'],
  ])('%s is refused: %s', async (query, message) => {
    const reply = await ask(query);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'invalid', message }]);
  });
});

describe('order and pages', () => {
  test('sorts by age or price, of equal prices the newest first', async () => {
    const [cheap, expensive, alsoExpensive] = [
      await giveItem(dune, { price: 10 }),
      await giveItem(redline, { price: 500 }),
      await giveItem(dune, { price: 500 }),
    ];
    expect(idsOf(await list())).toEqual([alsoExpensive, expensive, cheap]);
    expect(idsOf(await list('?sort=newest'))).toEqual([alsoExpensive, expensive, cheap]);
    expect(idsOf(await list('?sort=oldest'))).toEqual([cheap, expensive, alsoExpensive]);
    expect(idsOf(await list('?sort=highest'))).toEqual([alsoExpensive, expensive, cheap]);
    expect(idsOf(await list('?sort=lowest'))).toEqual([cheap, alsoExpensive, expensive]);
  });

  test('shows each item on exactly one page, with totals of the whole', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 7; count++) ids.push(await giveItem(dune, { price: 10 }));
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await list(`?sort=highest&limit=3&page=${page}`));
    expect(pages.map(idsOf)).toEqual([
      ids.toReversed().slice(0, 3),
      ids.toReversed().slice(3, 6),
      ids.toReversed().slice(6),
      [],
    ]);
    for (const [index, { pagination, totalPrice }] of pages.entries()) {
      expect(pagination).toEqual({ totalResults: 7, resultsPerPage: 3, currentPage: index + 1 });
      expect(totalPrice).toBe(70);
    }
  });
});

describe('the market view', () => {
  test("answers in Steam's format, with tags by position and bound items not tradable", async () => {
    const [knife, rifle] = [await giveItem(fade), await giveItem(redline, { state: 'WITHDRAWING' })];
    const reply = (await ask('?view=market')).json<{
      data: { descriptions: SteamInventoryItem[] };
      pagination: Pagination;
    }>();
    expect(Object.keys(reply)).toEqual(['data', 'pagination']);
    expect(reply.pagination.totalResults).toBe(2);
    const [bound, free] = reply.data.descriptions;
    expect(bound).toMatchObject({
      id: rifle,
      classid: String(redline),
      name: 'AK-47 | Redline (Field-Tested)',
      market_name: 'AK-47 | Redline (Field-Tested)',
      icon_url: 'http://karat.example/img/skin/ak-47-redline-256.webp',
      tradable: 0,
      state: 'WITHDRAWING',
    });
    expect(free).toMatchObject({ id: knife, classid: String(fade), icon_url: FADE.image, tradable: 1, state: 'OWNED' });
    expect(bound!.tags.map(({ localized_tag_name: name }) => name)).toEqual([
      'Rifle',
      'AK-47',
      'Karat',
      'Normal',
      'Classified',
      'Field-Tested',
    ]);
    expect(free!.tags.map(({ category }) => category)).toEqual([
      'Type',
      'Weapon',
      'ItemSet',
      'Quality',
      'Rarity',
      'Exterior',
    ]);
  });

  test('filters and sorts like the list', async () => {
    await giveItem(fade);
    const rifle = await giveItem(redline);
    const reply = await ask('?view=market&weaponType=Rifle&sort=lowest');
    expect(
      reply.json<{ data: { descriptions: SteamInventoryItem[] } }>().data.descriptions.map(({ id }) => id),
    ).toEqual([rifle]);
  });
});

test('staff read the items of a player, newest first', async () => {
  const [first, second] = [await giveItem(redline), await giveItem(fade, { state: 'LISTED' })];
  await giveItem(dune, { state: 'SOLD' });
  const support = await addPlayer(site.deps.db, 'support');
  const reply = await site.http.inject({ url: `/admin/getInventoryByUserId/${player.id}`, headers: support.headers });
  const { data, pagination } = reply.json<Listed>();
  expect(data.map(({ id, state }) => [id, state])).toEqual([
    [second, 'LISTED'],
    [first, 'OWNED'],
  ]);
  expect(pagination.totalResults).toBe(2);
});
