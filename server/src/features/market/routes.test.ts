import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  BuyOrder,
  MarketBook,
  MarketItem,
  OfferedListing,
  OwnListing,
  StaffListing,
} from '@karat/contract/market';
import type { Pagination } from '@karat/contract/pagination';
import type { TestPlayer } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture, type Trader } from '#testing/market-fixture.ts';

type List<Row> = { data: Row[]; pagination: Pagination };

let fixture: MarketFixture;
let seller: Trader;
let buyer: Trader;
let staff: TestPlayer;
const skinOf: Record<string, number> = {};

/** In the order of their listing; the third has two listings. */
const SKINS = [
  { skinName: 'Redline', itemName: 'AK-47', rarity: 'Classified', weaponType: 'Rifle', exterior: 'Field-Tested' },
  { skinName: 'Asiimov', itemName: 'AWP', rarity: 'Covert', weaponType: 'Sniper', exterior: 'Battle-Scarred' },
  { skinName: 'Çöl Işığı', itemName: 'P250', rarity: 'Mil-Spec', weaponType: 'Pistol', exterior: 'Factory New' },
  { skinName: 'Redline', itemName: 'AWP', rarity: 'Classified', weaponType: 'Sniper', exterior: 'Field-Tested' },
];
const PRICES = [300, 900, 50, 301];

beforeAll(async () => {
  fixture = await createMarketFixture();
  const skins = [];
  for (const skin of SKINS) skins.push(await fixture.addSkin(skin));
  seller = await fixture.addTrader(
    0,
    skins.map((skin, index) => ({ skin, count: index === 2 ? 3 : 1 })),
  );
  buyer = await fixture.addTrader(10_000);
  staff = await fixture.addStaff();
  const [redline, asiimov, desert, another] = seller.items as [number, number, number, number];
  const list = (itemId: number, price: number) => fixture.list(seller, { itemId, price });
  await list(redline, PRICES[0]!);
  await list(asiimov, PRICES[1]!);
  await list(desert, 60);
  await list(another, PRICES[2]!);
  await list(seller.items.at(-1)!, PRICES[3]!);
  skins.forEach(({ itemId, name }) => (skinOf[name] = itemId));
});
afterAll(() => fixture.close());

const fetchNames = async (query: string) => {
  const { body } = await fixture.call<List<MarketItem>>('GET', `/user/getMarketItems?${query}`);
  return body.data.map(({ market_hash_name: name }) =>
    SKINS.findIndex((skin) => name.startsWith(`${skin.itemName} | ${skin.skinName}`)),
  );
};

test('the preview of the market has the picture with which the grid begins', async () => {
  const preview = await fixture.site.http.karat.previews.get('market')!({}, 'https://karat.test');
  const { body } = await fixture.call<List<MarketItem>>('GET', '/user/getMarketItems?limit=1');
  const picture = new URL(body.data[0]!.image).pathname;
  expect(preview).toMatchObject({
    title: 'Karat',
    url: 'https://karat.test/market',
    firstPicture: { srcset: expect.stringContaining(`https://karat.test${picture} 256w`) },
  });
});

describe('the grid', () => {
  test('has one row per skin: cheapest listing, number of listings, absolute picture address', async () => {
    const { status, body } = await fixture.call<List<MarketItem>>('GET', '/user/getMarketItems?search=isigi');
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: expect.any(Number),
            itemId: skinOf['P250 | Çöl Işığı (Factory New)'],
            market_hash_name: 'P250 | Çöl Işığı (Factory New)',
            image: expect.stringMatching(/^http:\/\/.+\/img\/skin\/p250-256\.webp$/),
            skinRarity: 'Mil-Spec',
            skinExterior: 'Factory New',
            weaponType: 'Pistol',
            price: 50,
            listings: 2,
            createdAt: expect.any(String),
          },
        ],
        pagination: { totalResults: 1, resultsPerPage: 10, currentPage: 1 },
      },
    ]);
    expect(await fixture.readListing(body.data[0]!.id)).toMatchObject({ state: 'OPEN', price: 50 });
  });

  test.each([
    ['', [3, 2, 1, 0]],
    ['sort=newest', [3, 2, 1, 0]],
    ['sort=oldest', [0, 1, 2, 3]],
    ['sort=highest', [1, 3, 0, 2]],
    ['sort=lowest', [2, 0, 3, 1]],
    ['search=redline&sort=lowest', [0, 3]],
    ['search=REDLINE%20awp', [3]],
    ['search=%C3%87%C3%96L', [2]],
    ['search=%25', []],
    ['search=_', []],
    ['search=nothing', []],
    ['rarity=Classified', [3, 0]],
    ['weaponType=Sniper', [3, 1]],
    ['exterior=Factory%20New', [2]],
    ['minPrice=300', [3, 1, 0]],
    ['maxPrice=300', [2, 0]],
    ['minPrice=300&maxPrice=301&sort=highest', [3, 0]],
    ['minPrice=900&maxPrice=1', []],
    ['rarity=Classified&weaponType=Rifle&exterior=Field-Tested&search=ak&minPrice=1&maxPrice=1000', [0]],
    ['sort=lowest&limit=2&page=2', [3, 1]],
    ['sort=lowest&limit=2&page=3', []],
  ])('with "%s" shows %j', async (query, rows) => {
    expect(await fetchNames(query)).toEqual(rows);
  });

  test('returns the total also beyond its last page', async () => {
    const { body } = await fixture.call<List<MarketItem>>('GET', '/user/getMarketItems?page=1000000&limit=100');
    expect(body).toEqual({ data: [], pagination: { totalResults: 4, resultsPerPage: 100, currentPage: 1_000_000 } });
  });

  test.each(['sort=cheapest', 'rarity=Rare', 'minPrice=-1', 'minPrice=1.5', 'page=0', 'limit=101', 'exterior='])(
    'refuses %s',
    async (query) => {
      expect((await fixture.call('GET', `/user/getMarketItems?${query}`)).status).toBe(400);
    },
  );
});

describe('the page of a skin', () => {
  test('shows listings, orders and past sales, by day and one by one', async () => {
    const skin = await fixture.addSkin();
    const has = await fixture.addTrader(0, [{ skin, count: 4 }]);
    const sell = async (at: number, price: number) => {
      const { body } = await fixture.list(has, { itemId: has.items[at]!, price });
      await fixture.buy(buyer, body.data.listingId);
      return body.data.listingId;
    };
    const old = await sell(0, 100);
    await fixture.db.sql`update listings set closed_at = now() - interval '91 days' where id = ${old}`;
    await sell(1, 40);
    await sell(2, 61);
    await fixture.list(has, { itemId: has.items[3]!, price: 90 });
    await fixture.createBuyOrder(buyer, skin.itemId, 10);
    const { body } = await fixture.call<{ data: MarketBook }>('GET', `/user/getMarketItem/${skin.itemId}`);
    const day = new Date().toISOString().slice(0, 10);
    expect(body.data).toMatchObject({ listings: 1, lowestPrice: 90, orders: 1, highestOrder: 10, price: 1_000 });
    expect(body.data.quick_sell_price).toBe(900);
    expect(body.data.history).toEqual([{ day, sales: 2, low: 40, high: 61, average: 51 }]);
    expect(body.data.lastSales.map(({ price }) => price)).toEqual([61, 40, 100]);
    expect(body.data.image).toMatch(/^http/);
  });

  test('exists for a skin without listings, but not for an unknown one', async () => {
    const { itemId } = await fixture.addSkin();
    const { body } = await fixture.call<{ data: MarketBook }>('GET', `/user/getMarketItem/${itemId}`);
    expect(body.data).toMatchObject({ listings: 0, lowestPrice: null, orders: 0, highestOrder: null, history: [] });
    expect((await fixture.call<List<object>>('GET', `/user/getItemListings/${itemId}`)).body.data).toEqual([]);
    for (const path of ['getMarketItem', 'getItemListings']) {
      expect((await fixture.call('GET', `/user/${path}/9007199254740991`)).status).toBe(404);
      expect((await fixture.call('GET', `/user/${path}/abc`)).status).toBe(400);
    }
  });

  test('lists the listings with their sellers, cheapest first', async () => {
    const id = skinOf['P250 | Çöl Işığı (Factory New)'];
    const { body } = await fixture.call<List<OfferedListing>>('GET', `/user/getItemListings/${id}?limit=1&page=2`);
    expect(body.pagination).toEqual({ totalResults: 2, resultsPerPage: 1, currentPage: 2 });
    expect(body.data).toMatchObject([
      { price: 60, seller: { id: seller.id, avatar: expect.stringMatching(/^http:.*\/img\/avatar\/.+\.svg$/) } },
    ]);
  });

  test('lists at most a thousand listings', async () => {
    const { itemId } = await fixture.addSkin();
    await fixture.db.sql`alter table listings disable trigger all`;
    await fixture.db.sql`
      insert into listings (seller_id, inventory_id, item_id, price)
      select ${seller.id}, -n, ${itemId}, n from generate_series(1, 1200) as n`;
    await fixture.db.sql`
      insert into market_books (item_id, listings, lowest_price, lowest_id, newest_id, newest_at)
      select item_id, count(*), min(price), min(id), max(id), now() from listings where item_id = ${itemId} group by 1`;
    const { body } = await fixture.call<List<OfferedListing>>(
      'GET',
      `/user/getItemListings/${itemId}?limit=60&page=17`,
    );
    expect(body.pagination.totalResults).toBe(1_000);
    expect(body.data.map(({ price }) => price)).toEqual(Array.from({ length: 40 }, (_, index) => 961 + index));
    const beyond = await fixture.call<List<OfferedListing>>('GET', `/user/getItemListings/${itemId}?limit=60&page=18`);
    expect(beyond.body.data).toEqual([]);
    await fixture.db.sql`delete from market_books where item_id = ${itemId}`;
    await fixture.db.sql`delete from listings where item_id = ${itemId}`;
    await fixture.db.sql`alter table listings enable trigger all`;
  });
});

describe("the player's own", () => {
  test('listings show their fee and whether another is cheaper', async () => {
    const { body } = await fixture.call<List<OwnListing>>('GET', '/user/getMyListings', seller);
    expect(body.pagination.totalResults).toBe(5);
    expect(body.data.map(({ price, fee, isUndercut, state }) => [price, fee, isUndercut, state])).toEqual([
      [301, 15, false, 'OPEN'],
      [50, 2, false, 'OPEN'],
      [60, 3, true, 'OPEN'],
      [900, 45, false, 'OPEN'],
      [300, 15, false, 'OPEN'],
    ]);
    expect((await fixture.call<List<OwnListing>>('GET', '/user/getMyListings', buyer)).body.data).toEqual([]);
  });

  test('closed listings and orders show how they ended', async () => {
    const skin = await fixture.addSkin();
    const has = await fixture.addTrader(0, [{ skin, count: 3 }]);
    const wants = await fixture.addTrader(1_000);
    const ids = [];
    for (const itemId of has.items) ids.push((await fixture.list(has, { itemId, price: 100 })).body.data.listingId);
    await fixture.cancel(has, ids[0]!);
    await fixture.call('POST', `/admin/removeListing/${ids[1]}`, staff, { body: { reason: 'Not for sale' } });
    await fixture.createBuyOrder(wants, skin.itemId, 120);
    await fixture.createBuyOrder(wants, skin.itemId, 80);
    const closed = await fixture.call<List<OwnListing>>('GET', '/user/getMyListings?view=closed', has);
    expect(closed.body.data.map(({ state, fee, reason, closedAt }) => [state, fee, reason, closedAt !== null])).toEqual(
      [
        ['SOLD', 5, null, true],
        ['REMOVED', 5, 'Not for sale', true],
        ['CANCELLED', 5, null, true],
      ],
    );
    const filled = await fixture.call<List<BuyOrder>>('GET', '/user/getMyBuyOrders?view=closed', wants);
    expect(filled.body.data).toMatchObject([{ state: 'FILLED', price: 120, paid: 100, market_hash_name: skin.name }]);
    const open = await fixture.call<List<BuyOrder>>('GET', '/user/getMyBuyOrders', wants);
    expect(open.body.data).toMatchObject([{ state: 'OPEN', price: 80, paid: null, lowestPrice: null, closedAt: null }]);
  });
});

describe('staff', () => {
  test('see the listings of all players, by state, player or skin', async () => {
    const [{ username } = { username: '' }] = await fixture.db.sql<{ username: string }>`
      select username from players where id = ${seller.id}`;
    const ask = (query: string) => fixture.call<List<StaffListing>>('GET', `/admin/getAllListings?${query}`, staff);
    const { body } = await ask(`username=${username.toUpperCase()}&state=OPEN`);
    expect(body.pagination.totalResults).toBe(5);
    expect(body.data[0]).toMatchObject({ price: 301, seller: { id: seller.id, username }, buyer: null });
    expect((await ask('username=unknown')).body.data).toEqual([]);
    const sold = await ask('state=SOLD&limit=1');
    expect(sold.body.data[0]!.buyer).toMatchObject({ id: expect.any(Number) });
    const ofSkin = await ask(`itemId=${skinOf['P250 | Çöl Işığı (Factory New)']}`);
    expect(ofSkin.body.data.map(({ price }) => price)).toEqual([50, 60]);
  });

  test('remove a listing: the owner gets the item back and the reason, and the act is recorded', async () => {
    const skin = await fixture.addSkin();
    const has = await fixture.addTrader(0, [{ skin }]);
    const { body } = await fixture.list(has, { itemId: has.items[0]!, price: 5 });
    const { listingId } = body.data;
    const remove = (who: TestPlayer | undefined, reason?: string) =>
      fixture.call('POST', `/admin/removeListing/${listingId}`, who, { body: { reason } });
    expect((await remove(staff)).status).toBe(400);
    expect((await remove(has, 'Because')).status).toBe(403);
    expect((await remove(staff, 'Price of a mistake')).status).toBe(200);
    expect((await remove(staff, 'Price of a mistake')).body.code).toBe('listing_gone');
    expect(await fixture.readItem(has.items[0]!)).toEqual({ ownerId: has.id, state: 'OWNED' });
    expect((await fixture.readNotifications(has))[0]).toBe(
      `Listing removed: ${skin.name} was taken off the market: Price of a mistake`,
    );
    const actions = await fixture.db
      .sql`select action, reason from staff_actions where subject = ${`listing:${listingId}`}`;
    expect(actions).toEqual([{ action: 'listing.remove', reason: 'Price of a mistake' }]);
    expect((await fixture.cancel(has, listingId)).status).toBe(200);
  });
});

test.each(['/user/createBuyOrder', '/user/changeListingPrice/1', '/user/buyMarketItem/1'])(
  '%s refuses a price that is not a whole number',
  async (url) => {
    const { itemId } = await fixture.addSkin();
    const trader = await fixture.addTrader(10);
    const refused = async (price: unknown) => {
      const { status, body } = await fixture.call('POST', url, trader, { body: { itemId, price } });
      return [status, body.message];
    };
    for (const price of [1.5, 0.9]) expect(await refused(price)).toEqual([400, 'Price must be a whole number.']);
    for (const price of [0, '5']) expect(await refused(price)).toEqual([400, 'Please enter a valid price.']);
  },
);

test.each([
  ['GET', '/user/getMarketItems', 200, 200],
  ['POST', '/user/listItemOnMarket', 401, 400],
  ['POST', '/user/buyMarketItem/1', 401, 200],
  ['POST', '/user/cancelListing/999999', 401, 404],
  ['POST', '/user/changeListingPrice/1', 401, 400],
  ['GET', '/user/getMyListings', 401, 200],
  ['GET', '/user/getMyBuyOrders', 401, 200],
  ['POST', '/user/createBuyOrder', 401, 400],
  ['POST', '/user/cancelBuyOrder/999999', 401, 404],
  ['GET', '/admin/getAllListings', 401, 403],
  ['POST', '/admin/removeListing/1', 401, 403],
] as const)('%s %s answers a visitor %i and a player %i', async (method, url, visitor, player) => {
  expect((await fixture.call(method, url)).status).toBe(visitor);
  expect((await fixture.call(method, url, buyer)).status).toBe(player);
});
