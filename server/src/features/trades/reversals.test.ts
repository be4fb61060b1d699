import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveDiamonds } from '#features/wallet/wallet.ts';
import { readAlarms } from '#testing/alarms.ts';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture();
});
afterAll(() => post.close());

/** Spends the player's diamonds on a case. */
const spend = (who: TestPlayer) => post.openCase(who);

async function fetchHeldDiamonds(who: TestPlayer): Promise<number> {
  const { body } = await post.call('GET', '/user/getTradeOffers', who);
  return (body['standing'] as { held: number }).held;
}

async function readLoss(id: number): Promise<number> {
  const [line] = await post.db.sql<{ amount: number }>`
    select amount from ledger where type = 'DEPOSIT_REVERSAL' and reference = ${`reverse:${id}:loss`}`;
  return line?.amount ?? 0;
}

test('a deposit is fully held, can be played, and withdrawals need a wallet above the hold', async () => {
  const trader = await post.addTrader();
  await post.depositNow(trader, [500]);
  expect(await fetchHeldDiamonds(trader)).toBe(500);
  const itemId = await spend(trader);
  expect((await post.withdraw(trader, itemId)).body.code).toBe('on_hold');
  expect(await post.itemState(itemId)).toBe('OWNED');
  await post.db.transaction((tx) =>
    moveDiamonds(tx, post.site.live, {
      type: 'WELCOME',
      reference: `welcome:${trader.id}`,
      playerId: trader.id,
      account: 'house:promo',
      amount: 100,
    }),
  );
  expect((await post.withdraw(trader, itemId)).status).toBe(200);
});

test('checks the hold again before sending a withdrawal', async () => {
  const trader = await post.addTrader(200);
  const itemId = await spend(trader);
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  const deposited = await post.deposit(trader, [500]);
  await post.processOffers({ stock: async () => [] });
  await post.accept(deposited);
  await post.processOffers({ stock: async () => [] });
  for (let times = 0; times < 3; times++) await spend(trader);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'FAILED' });
  expect(await post.itemState(itemId)).toBe('OWNED');
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a deposit is final after its hold, and everything can be withdrawn', async () => {
  const trader = await post.addTrader();
  const id = await post.depositNow(trader, [500]);
  const itemId = await spend(trader);
  await post.endHolds();
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'FINAL' });
  expect(await fetchHeldDiamonds(trader)).toBe(0);
  expect((await post.withdraw(trader, itemId)).status).toBe(200);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a reversal takes the deposit back and flags the account', async () => {
  const trader = await post.addTrader(50);
  const id = await post.depositNow(trader, [500]);
  await post.reverse(id);
  await Promise.all(Array.from({ length: 10 }, () => post.processOffers()));
  expect(await post.readOffer(id)).toMatchObject({ state: 'REVERSED' });
  expect([await post.readBalance(trader), await readLoss(id), await fetchHeldDiamonds(trader)]).toEqual([50, 0, 0]);
  const [skin] = await post.skinsOf(trader);
  const { body } = await post.call('POST', '/user/createDeposit', trader, { assetIds: [skin!.assetid] });
  expect(body.code).toBe('account_flagged');
  const [notification] = await post.db.sql`
    select from notifications where player_id = ${post.staff.id} and title = ${`Trade offer #${id} was reversed`}`;
  expect(notification).toBeDefined();
  const text = `Steam reversed a deposit of 500 diamonds of user ${trader.id}. The account is flagged.`;
  expect(await readAlarms(post.db.sql, 'tradeReversed')).toEqual([{ subject: `trade-offer:${id}`, text }]);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a reversed deposit that was spent is a loss of the house, and no balance is negative', async () => {
  const trader = await post.addTrader();
  const id = await post.depositNow(trader, [115]);
  await spend(trader);
  await post.reverse(id);
  await post.processOffers();
  expect([await post.readBalance(trader), await readLoss(id)]).toEqual([0, 100]);
  expect(await findBreaches(post.db)).toEqual([]);
});

test("a reversal checks the player's other deposits and cancels open offers", async () => {
  const trader = await post.addTrader();
  const [one, other] = [await post.depositNow(trader, [300]), await post.depositNow(trader, [400])];
  const open = await post.deposit(trader, [500]);
  await post.processOffers();
  await post.reverse(one);
  await post.reverse(other);
  await post.processOffers();
  await post.processOffers();
  const states = await Promise.all([one, other, open].map(async (id) => (await post.readOffer(id)).state));
  expect(states).toEqual(['REVERSED', 'REVERSED', 'CANCELLED']);
  expect(await post.readBalance(trader)).toBe(0);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('credits and takes back a trade that was reversed before it was credited, in one commit', async () => {
  const trader = await post.addTrader(10);
  const id = await post.deposit(trader, [300]);
  await post.processOffers();
  await post.accept(id);
  await post.reverse(id);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'REVERSED' });
  expect(await post.readBalance(trader)).toBe(10);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('what a seller got from a reversed deposit stays frozen until staff clear the depositor', async () => {
  const [trader, seller] = [await post.addTrader(), await post.addTrader(1_000)];
  const id = await post.depositNow(trader, [500, 300]);
  const itemId = await post.openCase(seller);
  const listed = await post.call('POST', '/user/listItemOnMarket', seller, { itemId, price: 600 });
  const { listingId } = listed.body.data as unknown as { listingId: number };
  expect((await post.call('POST', `/user/buyMarketItem/${listingId}`, trader, {})).status).toBe(200);
  expect([await fetchHeldDiamonds(trader), await fetchHeldDiamonds(seller)]).toEqual([800, 570]);
  expect((await post.withdraw(trader, itemId)).body.code).toBe('on_hold');
  expect(await findBreaches(post.db)).toEqual([]);
  await post.reverse(id);
  await post.processOffers();
  expect([await post.readBalance(trader), await readLoss(id)]).toEqual([0, 600]);
  await post.endHolds();
  expect([await fetchHeldDiamonds(trader), await fetchHeldDiamonds(seller)]).toEqual([0, 570]);
  expect(await findBreaches(post.db)).toEqual([]);
  const clear = { userId: trader.id, reason: 'The bank has paid.' };
  expect((await post.call('POST', '/admin/clearFlag', post.staff, clear)).status).toBe(200);
  expect(await fetchHeldDiamonds(seller)).toBe(0);
  expect(await findBreaches(post.db)).toEqual([]);
});

test('a friend cannot withdraw a deposit, and trading back and forth does not increase it', async () => {
  const [one, two] = [await post.addTrader(), await post.addTrader(100)];
  await post.depositNow(one, [1_000]);
  const itemId = await post.openCase(two);
  const hand = async (seller: TestPlayer, buyer: TestPlayer, price: number) => {
    const listed = await post.call('POST', '/user/listItemOnMarket', seller, { itemId, price });
    const { listingId } = listed.body.data as unknown as { listingId: number };
    expect((await post.call('POST', `/user/buyMarketItem/${listingId}`, buyer, {})).status).toBe(200);
  };
  await hand(two, one, 1_000);
  expect([await fetchHeldDiamonds(one), await fetchHeldDiamonds(two)]).toEqual([1_000, 950]);
  await hand(one, two, 950);
  expect([await fetchHeldDiamonds(one), await fetchHeldDiamonds(two)]).toEqual([1_000, 47]);
  expect((await post.withdraw(two, itemId)).body.code).toBe('on_hold');
  expect(await findBreaches(post.db)).toEqual([]);
});
