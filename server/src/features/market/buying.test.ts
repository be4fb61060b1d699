import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBreaches } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture } from '#testing/market-fixture.ts';

let fixture: MarketFixture;
beforeAll(async () => {
  fixture = await createMarketFixture();
});
afterAll(() => fixture.close());

const outcome = ({ status, body }: Awaited<ReturnType<MarketFixture['buy']>>) => [status, body.code];

async function onOffer(price: number) {
  const skin = await fixture.addSkin();
  const seller = await fixture.addTrader(0, [{ skin }]);
  const { body } = await fixture.list(seller, { itemId: seller.items[0]!, price });
  return { skin, seller, itemId: seller.items[0]!, listingId: body.data.listingId };
}

describe('buying a listing', () => {
  test('moves item and diamonds in one commit, less the fee, and notifies the seller', async () => {
    const { skin, seller, itemId, listingId } = await onOffer(1_999);
    const buyer = await fixture.addTrader(2_000);
    const { status, body } = await fixture.buy(buyer, listingId, { price: 1_999 });
    expect([status, body]).toEqual([
      200,
      {
        message: 'Item bought.',
        data: { itemId: skin.itemId, inventoryId: itemId, market_hash_name: skin.name, price: 1_999 },
      },
    ]);
    expect(await fixture.readItem(itemId)).toEqual({ ownerId: buyer.id, state: 'OWNED' });
    expect(await fixture.readListing(listingId)).toEqual({ state: 'SOLD', price: 1_999, buyerId: buyer.id, fee: 99 });
    expect([await fixture.readBalance(buyer), await fixture.readBalance(seller)]).toEqual([1, 1_900]);
    expect(await fixture.readNotifications(seller)).toEqual([
      `Sold on the market: ${skin.name} sold for 1.999 diamonds, 1.900 diamonds for you`,
    ]);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test("is in both players' transactions with the name of the skin", async () => {
    const { skin, seller, listingId } = await onOffer(100);
    const buyer = await fixture.addTrader(100);
    await fixture.buy(buyer, listingId);
    const last = async (who: typeof buyer) =>
      (await fixture.call<{ data: object[] }>('GET', '/user/getTransactions?limit=1', who)).body.data[0];
    expect(await last(buyer)).toMatchObject({ transactionType: 'MARKET_BUY', amount: -100, subject: skin.name });
    expect(await last(seller)).toMatchObject({ transactionType: 'MARKET_SALE', amount: 95, subject: skin.name });
  });

  test('has no fee at one diamond', async () => {
    const { seller, listingId } = await onOffer(1);
    const buyer = await fixture.addTrader(1);
    expect((await fixture.buy(buyer, listingId)).status).toBe(200);
    expect(await fixture.readBalance(seller)).toBe(1);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('sorts a bought item before older ones in the inventory', async () => {
    const skin = await fixture.addSkin();
    const { itemId, listingId } = await onOffer(10);
    const buyer = await fixture.addTrader(10, [{ skin, count: 2 }]);
    await fixture.buy(buyer, listingId);
    const ids = async (sort: string) => {
      const { body } = await fixture.call<{ data: { id: number }[] }>(
        'GET',
        `/user/getUserInventory?sort=${sort}`,
        buyer,
      );
      return body.data.map(({ id }) => id);
    };
    const [first, second] = buyer.items;
    expect(await ids('newest')).toEqual([itemId, second, first]);
    expect(await ids('oldest')).toEqual([first, second, itemId]);
  });

  test.each([
    ['one’s own listing', 'own_listing'],
    ['a listing whose price has changed', 'price_changed'],
    ['more than the balance', 'insufficient_balance'],
    ['a listing that is sold', 'listing_gone'],
    ['a listing that was taken off', 'listing_gone'],
  ])('refuses %s and moves nothing', async (what, code) => {
    const { seller, listingId } = await onOffer(1_000);
    const buyer = await fixture.addTrader(what === 'more than the balance' ? 999 : 5_000);
    const first = await fixture.addTrader(5_000);
    if (what === 'a listing that is sold') await fixture.buy(first, listingId);
    if (what === 'a listing that was taken off') await fixture.cancel(seller, listingId);
    if (what === 'a listing whose price has changed') await fixture.changePrice(seller, listingId, 1_100);
    const before = await fixture.readListing(listingId);
    const reply = await fixture.buy(what === 'one’s own listing' ? seller : buyer, listingId, { price: 1_000 });
    expect(outcome(reply)).toEqual([409, code]);
    expect(await fixture.readListing(listingId)).toEqual(before);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('of an unknown listing is not found', async () => {
    const buyer = await fixture.addTrader();
    expect(outcome(await fixture.buy(buyer, 9_007_199_254_740_991))).toEqual([404, 'not_found']);
  });

  test('is refused during a halt and allowed on a break', async () => {
    const { listingId } = await onOffer(10);
    const buyer = await fixture.addTrader(100);
    await fixture.db.sql`insert into ledger_halts (reason) values ('test')`;
    expect(outcome(await fixture.buy(buyer, listingId))).toEqual([503, 'ledger_halted']);
    await fixture.db.sql`update ledger_halts set ended_at = now()`;
    await fixture.db.sql`
      insert into safer_play (player_id, break_until) values (${buyer.id}, now() + interval '1 day')`;
    expect((await fixture.buy(buyer, listingId)).status).toBe(200);
  });

  test('is refused to flagged players and from flagged sellers', async () => {
    const { seller, listingId } = await onOffer(10);
    const buyer = await fixture.addTrader(100);
    const flag = (id: number, isOn: boolean) =>
      fixture.db.sql`update players set flagged_at = case when ${isOn} then now() end where id = ${id}`;
    await flag(buyer.id, true);
    expect(outcome(await fixture.buy(buyer, listingId))).toEqual([409, 'account_flagged']);
    await flag(buyer.id, false);
    await flag(seller.id, true);
    expect(outcome(await fixture.buy(buyer, listingId))).toEqual([409, 'listing_gone']);
    await flag(seller.id, false);
    expect((await fixture.buy(buyer, listingId)).status).toBe(200);
  });

  test('is refused from banned sellers', async () => {
    const { seller, listingId } = await onOffer(10);
    const buyer = await fixture.addTrader(100);
    await fixture.db.sql`update players set state = 'banned' where id = ${seller.id}`;
    expect(outcome(await fixture.buy(buyer, listingId))).toEqual([409, 'listing_gone']);
    expect(await fixture.readListing(listingId)).toMatchObject({ state: 'OPEN' });
    await fixture.db.sql`update players set state = 'active' where id = ${seller.id}`;
    expect((await fixture.buy(buyer, listingId)).status).toBe(200);
  });

  test('holds for the seller what the buyer did not pay with free diamonds, at most what the seller got', async () => {
    const { seller, listingId } = await onOffer(1_000);
    const buyer = await fixture.addTrader(1_500);
    const [offer] = await fixture.db.sql<{ id: number }>`
      insert into trade_offers (kind, player_id, state, code, steam_id, trade_token, amount)
      values ('deposit', ${buyer.id}, 'CREDITED', 'market-hold', '76561199000000001', 'abcdefgh', 1480) returning id`;
    await fixture.db.sql`
      insert into holds (player_id, offer_id, amount, until)
      values (${buyer.id}, ${offer!.id}, 1480, now() + interval '8 days')`;
    expect((await fixture.buy(buyer, listingId)).status).toBe(200);
    const holds = await fixture.db.sql`select amount, from_id is not null as "isPassedOn" from holds
      where player_id = ${seller.id}`;
    expect(holds).toEqual([{ amount: 950, isPassedOn: true }]);
    await fixture.db.sql`delete from holds where from_id is not null`;
    await fixture.db.sql`delete from holds`;
    await fixture.db.sql`delete from trade_offers`;
  });
});

describe('concurrently', () => {
  test('fifty purchases of one listing sell and pay it once', async () => {
    const { skin, seller, itemId, listingId } = await onOffer(1_000);
    const buyers = await Promise.all(Array.from({ length: 50 }, () => fixture.addTrader(1_000)));
    const replies = await Promise.all(buyers.map((buyer) => fixture.buy(buyer, listingId, { price: 1_000 })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === 'listing_gone')).toHaveLength(49);
    const winner = buyers[replies.findIndex(({ status }) => status === 200)]!;
    expect(await fixture.readItem(itemId)).toEqual({ ownerId: winner.id, state: 'OWNED' });
    const balances = await Promise.all(buyers.map((buyer) => fixture.readBalance(buyer)));
    expect(balances.filter((balance) => balance === 0)).toHaveLength(1);
    expect(await fixture.readBalance(seller)).toBe(950);
    const { body } = await fixture.call<{ data: object }>('GET', `/user/getMarketItem/${skin.itemId}`);
    expect(body.data).toMatchObject({ listings: 0, lowestPrice: null });
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('twenty requests with one key buy once and get the same reply', async () => {
    const { listingId } = await onOffer(400);
    const buyer = await fixture.addTrader(1_000);
    const replies = await Promise.all(Array.from({ length: 20 }, () => fixture.buy(buyer, listingId, { key: 'one' })));
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(replies[0]!.status).toBe(200);
    expect(await fixture.readBalance(buyer)).toBe(600);
    expect(outcome(await fixture.buy(buyer, listingId, { key: 'one', price: 7 }))).toEqual([409, 'key_reused']);
  });

  test('a buyer who can pay for three of ten gets three', async () => {
    const skin = await fixture.addSkin();
    const seller = await fixture.addTrader(0, [{ skin, count: 10 }]);
    const listings = await Promise.all(seller.items.map((itemId) => fixture.list(seller, { itemId, price: 100 })));
    const buyer = await fixture.addTrader(399);
    const replies = await Promise.all(listings.map(({ body }) => fixture.buy(buyer, body.data.listingId)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ body }) => body.code === 'insufficient_balance')).toHaveLength(7);
    expect(await fixture.readBalance(buyer)).toBe(99);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('two players who buy from each other do not deadlock', async () => {
    const skins = [await fixture.addSkin(), await fixture.addSkin()];
    const one = await fixture.addTrader(10_000, [{ skin: skins[0]!, count: 10 }]);
    const other = await fixture.addTrader(10_000, [{ skin: skins[1]!, count: 10 }]);
    const listing = async (who: typeof one) =>
      Promise.all(
        who.items.map(async (itemId) => (await fixture.list(who, { itemId, price: 10 })).body.data.listingId),
      );
    const [ofOne, ofOther] = [await listing(one), await listing(other)];
    const replies = await Promise.all([
      ...ofOne.map((id) => fixture.buy(other, id)),
      ...ofOther.map((id) => fixture.buy(one, id)),
    ]);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await fixture.readBalance(one)).toBe(10_000);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('purchases, cancellations and price changes end each listing one way, at a price that the buyer saw', async () => {
    for (let round = 0; round < 12; round++) {
      const { seller, itemId, listingId } = await onOffer(100);
      const buyer = await fixture.addTrader(1_000);
      const [bought, cancelled] = await Promise.all([
        fixture.buy(buyer, listingId, { price: 100 }),
        fixture.cancel(seller, listingId),
        fixture.changePrice(seller, listingId, 900),
      ]);
      const { state } = await fixture.readListing(listingId);
      const isBought = bought.status === 200;
      expect([state, cancelled.status === 200]).toEqual([isBought ? 'SOLD' : 'CANCELLED', !isBought]);
      expect(await fixture.readItem(itemId)).toEqual({ ownerId: isBought ? buyer.id : seller.id, state: 'OWNED' });
      expect(await fixture.readBalance(buyer)).toBe(isBought ? 900 : 1_000);
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('a purchase and a quick sell of one item never both succeed', async () => {
    for (let round = 0; round < 8; round++) {
      const { seller, itemId, listingId } = await onOffer(100);
      const buyer = await fixture.addTrader(100);
      const [bought, sold] = await Promise.all([fixture.buy(buyer, listingId), fixture.quickSell(seller, itemId)]);
      expect(bought.status).toBe(200);
      expect(['item_locked', 'not_found']).toContain(sold.body.code);
    }
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});
