import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBreaches } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture } from '#testing/market-fixture.ts';
import { addMission, readMissionProgress } from '#testing/mission-fixture.ts';
import { refreshBook } from './queries.ts';

let fixture: MarketFixture;
beforeAll(async () => {
  fixture = await createMarketFixture();
});
afterAll(() => fixture.close());

type Answer = Awaited<ReturnType<MarketFixture['list']>>;
const outcome = ({ status, body }: Answer) => [status, body.code];

/** A seller with this many copies of a new skin. */
async function addSeller(count = 1) {
  const skin = await fixture.addSkin();
  const seller = await fixture.addTrader(0, [{ skin, count }]);
  return { skin, seller, itemId: seller.items[0]! };
}

async function listed(price = 1_000) {
  const seller = await addSeller();
  const { body } = await fixture.list(seller.seller, { itemId: seller.itemId, price });
  return { ...seller, listingId: body.data.listingId };
}

describe('listing an item', () => {
  test('binds it and returns its name in the catalogue', async () => {
    const { skin, seller, itemId } = await addSeller();
    const { status, body } = await fixture.list(seller, { itemId, price: 1_500 });
    expect([status, body]).toEqual([
      200,
      {
        message: 'Item listed.',
        data: {
          listingId: expect.any(Number),
          itemId: skin.itemId,
          inventoryId: itemId,
          price: 1_500,
          market_hash_name: skin.name,
        },
      },
    ]);
    expect(await fixture.readItem(itemId)).toEqual({ ownerId: seller.id, state: 'LISTED' });
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('counts for missions, a repeated request once and a refused one not at all', async () => {
    const missionId = await addMission(fixture.db, { type: 'list_items' });
    const { seller } = await addSeller(2);
    const list = (itemId: number, key: string) => fixture.list(seller, { itemId, price: 10 }, key);
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
    await Promise.all([list(seller.items[0]!, first), list(seller.items[0]!, first)]);
    expect((await list(seller.items[0]!, second)).body.code).toBe('item_locked');
    expect(await readMissionProgress(fixture.db, missionId, seller.id)).toMatchObject({ amount: 1 });
  });

  test('uses only id or name, exterior and price of the body', async () => {
    const { skin, seller, itemId } = await addSeller();
    const lies = {
      image: 'https://evil.example/x.png',
      rarity: 'Covert',
      weaponType: 'Knife',
      sellerId: 1,
      state: 'SOLD',
    };
    await fixture.list(seller, { itemId, price: 7, itemName: 'Karambit | Fade', skinExterior: 'Factory New', ...lies });
    const { body } = await fixture.call<{ data: object[] }>(
      'GET',
      `/user/getMarketItems?search=${skin.name.split(' ')[3]}`,
    );
    expect(body.data.at(-1)).toMatchObject({ skinRarity: 'Consumer Grade', weaponType: 'Pistol' });
    expect(JSON.stringify(body.data)).not.toContain('evil');
  });

  test.each([
    ['the whole name', (name: string) => ({ itemName: name })],
    ['the whole name and its exterior', (name: string) => ({ itemName: name, skinExterior: 'Field-Tested' })],
    [
      'the name without its exterior, and the exterior',
      (name: string) => ({ itemName: name.replace(' (Field-Tested)', ''), skinExterior: 'Field-Tested' }),
    ],
  ])('by %s takes the oldest free item', async (_, named) => {
    const { skin, seller } = await addSeller(3);
    await fixture.db.sql`
      update inventory set acquired_at = now() - interval '1 day' where id = ${seller.items[1]!}`;
    const first = await fixture.list(seller, { ...named(skin.name), price: 10 });
    const second = await fixture.list(seller, { ...named(skin.name), price: 10 });
    expect([first, second].map(({ body }) => body.data.inventoryId)).toEqual([seller.items[1], seller.items[0]]);
  });

  test('by name never takes another exterior, and tells when all items with that name are bound', async () => {
    const { skin, seller } = await addSeller();
    const bare = skin.name.replace(' (Field-Tested)', '');
    for (const named of [
      { itemName: skin.name, skinExterior: 'Factory New' },
      { itemName: bare, skinExterior: 'Factory New' },
      { itemName: bare },
      { itemName: '%' },
      {},
    ]) {
      expect(outcome(await fixture.list(seller, { ...named, price: 10 }))).toEqual([404, 'not_found']);
    }
    expect((await fixture.list(seller, { itemName: skin.name, price: 10 })).status).toBe(200);
    expect(outcome(await fixture.list(seller, { itemName: skin.name, price: 10 }))).toEqual([409, 'item_locked']);
  });

  test('twice is refused with the reason', async () => {
    const { seller, itemId } = await listed();
    const { status, body } = await fixture.list(seller, { itemId, price: 5 });
    expect([status, body]).toMatchObject([
      409,
      { code: 'item_locked', message: 'This item is already on the market.' },
    ]);
  });

  test.each([
    ['SOLD', 409, 'already_sold'],
    ['WITHDRAWING', 409, 'item_locked'],
    ['WITHDRAWN', 404, 'not_found'],
  ])('that is %s is refused with %i %s', async (state, status, code) => {
    const { seller, itemId } = await addSeller();
    await fixture.db.sql`update inventory set state = ${state} where id = ${itemId}`;
    expect(outcome(await fixture.list(seller, { itemId, price: 5 }))).toEqual([status, code]);
    await fixture.db.sql`update inventory set state = 'OWNED' where id = ${itemId}`;
  });

  test("of an unknown item or another player's is not found", async () => {
    const { itemId } = await addSeller();
    const thief = await fixture.addTrader();
    for (const id of [itemId, 9_007_199_254_740_991]) {
      const { status, body } = await fixture.list(thief, { itemId: id, price: 5 });
      expect([status, body]).toMatchObject([404, { code: 'not_found', message: 'Item not found.' }]);
    }
  });

  test.each([[0], [-1], ['5'], [null], [true], [1_000_000_001]])('refuses %j as a price', async (price) => {
    const { seller, itemId } = await addSeller();
    expect(outcome(await fixture.list(seller, { itemId, price }))).toEqual([400, 'invalid']);
    expect((await fixture.readItem(itemId)).state).toBe('OWNED');
  });

  test('with the same key lists once, and is refused with another body', async () => {
    const { seller, itemId } = await addSeller(2);
    const twice = await Promise.all([1, 2].map(() => fixture.list(seller, { itemId, price: 10 }, 'key-1')));
    expect(twice[0]!.body).toEqual(twice[1]!.body);
    expect(outcome(await fixture.list(seller, { itemId, price: 11 }, 'key-1'))).toEqual([409, 'key_reused']);
  });

  test('by name, concurrently, lists each item once', async () => {
    const { skin, seller } = await addSeller(6);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => fixture.list(seller, { itemName: skin.name, price: index + 1 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6);
    const taken = replies.filter(({ status }) => status === 200).map(({ body }) => body.data.inventoryId);
    expect(new Set(taken).size).toBe(6);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('is refused to flagged players', async () => {
    const { seller, itemId } = await addSeller();
    await fixture.db.sql`update players set flagged_at = now() where id = ${seller.id}`;
    expect(outcome(await fixture.list(seller, { itemId, price: 5 }))).toEqual([409, 'account_flagged']);
    expect((await fixture.readItem(itemId)).state).toBe('OWNED');
  });

  test('is refused beyond a thousand open listings', async () => {
    const { skin, seller } = await addSeller(2);
    await fixture.db.sql`alter table listings disable trigger all`;
    await fixture.db.sql`
      insert into listings (seller_id, inventory_id, item_id, price)
      select ${seller.id}, -n, ${skin.itemId}, 5 from generate_series(1, 999) as n`;
    await fixture.db.sql`alter table listings enable trigger all`;
    const replies = await Promise.all(seller.items.map((itemId) => fixture.list(seller, { itemId, price: 5 })));
    expect(replies.map(outcome)).toContainEqual([200, undefined]);
    expect(replies.map(outcome)).toContainEqual([409, 'too_many_listings']);
    await fixture.db.sql`delete from listings where inventory_id < 0`;
    await refreshBook(fixture.db.sql, skin.itemId, {});
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});

describe("one's own listing", () => {
  test('can be cancelled, also twice, and frees the item', async () => {
    const { seller, itemId, listingId } = await listed();
    expect((await fixture.cancel(seller, listingId)).body.message).toBe('Listing cancelled.');
    expect((await fixture.cancel(seller, listingId)).status).toBe(200);
    expect(await fixture.readItem(itemId)).toEqual({ ownerId: seller.id, state: 'OWNED' });
    expect(await fixture.readListing(listingId)).toMatchObject({ state: 'CANCELLED' });
    expect(outcome(await fixture.changePrice(seller, listingId, 5))).toEqual([409, 'listing_gone']);
    expect((await fixture.list(seller, { itemId, price: 5 })).status).toBe(200);
  });

  test('can change its price, and the book follows', async () => {
    const { skin, seller, listingId } = await listed(1_000);
    expect((await fixture.changePrice(seller, listingId, 750)).body.message).toBe('Price changed.');
    const { body } = await fixture.call<{ data: object }>('GET', `/user/getMarketItem/${skin.itemId}`);
    expect(body.data).toMatchObject({ lowestPrice: 750, listings: 1 });
  });

  test('cannot be changed by other players', async () => {
    const { listingId } = await listed();
    const other = await fixture.addTrader();
    expect(outcome(await fixture.cancel(other, listingId))).toEqual([404, 'not_found']);
    expect(outcome(await fixture.changePrice(other, listingId, 5))).toEqual([404, 'not_found']);
    expect(outcome(await fixture.cancel(other, 9_007_199_254_740_991))).toEqual([404, 'not_found']);
    expect(await fixture.readListing(listingId)).toMatchObject({ state: 'OPEN', price: 1_000 });
  });

  test('keeps its item from being quick sold, with the reason', async () => {
    const { seller, itemId, listingId } = await listed();
    expect((await fixture.quickSell(seller, itemId)).body).toMatchObject({
      code: 'item_locked',
      message: 'This item is on the market. Cancel the listing first.',
    });
    await fixture.cancel(seller, listingId);
    expect((await fixture.quickSell(seller, itemId)).status).toBe(200);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('and a concurrent withdrawal never both get the item', async () => {
    for (let round = 0; round < 10; round++) {
      const { seller, itemId } = await addSeller();
      const [offer, withdrawn] = await Promise.all([
        fixture.list(seller, { itemId, price: 5 }),
        fixture.db.sql`
          update inventory set state = 'WITHDRAWING' where id = ${itemId} and state = 'OWNED' returning id`,
      ]);
      expect([offer.status === 200, offer.body.code === 'item_locked']).toEqual(
        withdrawn.length === 0 ? [true, false] : [false, true],
      );
      await fixture.db.sql`update inventory set state = 'OWNED' where id = ${itemId} and state = 'WITHDRAWING'`;
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('and a concurrent quick sell never both get the item', async () => {
    for (let round = 0; round < 10; round++) {
      const { seller, itemId } = await addSeller();
      const [offer, sale] = await Promise.all([
        fixture.list(seller, { itemId, price: 5 }),
        fixture.quickSell(seller, itemId),
      ]);
      expect([offer.status, sale.status].filter((status) => status === 200)).toHaveLength(1);
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});
