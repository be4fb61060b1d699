import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, findBreaches, addToInventory, type TestPlayer } from '#testing/fixtures.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture({ WITHDRAW_APPROVAL_ABOVE: '1000' });
});
afterAll(() => post.close());

const ban = ({ id }: TestPlayer) => post.db.sql`update players set state = 'banned' where id = ${id}`;
const flag = ({ id }: TestPlayer) => post.db.sql`update players set flagged_at = now() where id = ${id}`;
const rest = ({ id }: TestPlayer) =>
  post.db.sql`insert into safer_play (player_id, break_until) values (${id}, now() + interval '1 day')`;

async function withdrawal(who: TestPlayer): Promise<{ id: number; itemId: number }> {
  const itemId = await post.openCase(who);
  return { itemId, id: (await post.withdraw(who, itemId)).body.data!.id };
}

test('sends nothing to a player who was banned after the request', async () => {
  const trader = await post.addTrader(1_000);
  const { id, itemId } = await withdrawal(trader);
  await ban(trader);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'CANCELLED', platformId: null });
  expect(await post.itemState(itemId)).toBe('OWNED');
  expect(await findBreaches(post.db)).toEqual([]);
});

test.each([
  ['banned', ban],
  ['flagged', flag],
])('cancels an open offer when its player is %s', async (_, bar) => {
  const trader = await post.addTrader(1_000);
  const { id, itemId } = await withdrawal(trader);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
  await bar(trader);
  await post.processOffers();
  await post.accept(id);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'CANCELLED' });
  expect(await post.itemState(itemId)).toBe('OWNED');
  expect(await findBreaches(post.db)).toEqual([]);
});

test.each([
  ['flagged', flag, 'account_flagged'],
  ['banned', ban, 'banned'],
] as const)('who is %s while a request waits for the wallet is refused', async (_, bar, code) => {
  for (const kind of ['deposit', 'withdrawal']) {
    const trader = await post.addTrader(1_000);
    const itemId = await post.openCase(trader);
    const [skin] = await post.skinsOf(trader);
    const withdrawalRequest = await post.db.transaction(async (tx) => {
      await tx.sql`select from wallets where player_id = ${trader.id} for no key update`;
      const answer =
        kind === 'deposit'
          ? post.call('POST', '/user/createDeposit', trader, { assetIds: [skin!.assetid] })
          : post.withdraw(trader, itemId);
      await untilBlocked(post.db.sql, '%select from wallets where player_id = %for no key update%');
      await bar(trader);
      return { answer };
    });
    expect((await withdrawalRequest.answer).body.code).toBe(code);
    expect(await post.itemState(itemId)).toBe('OWNED');
    expect(await post.db.sql`select from trade_offers where player_id = ${trader.id}`).toEqual([]);
  }
});

test('a break cancels deposits, sent or not, and keeps withdrawals', async () => {
  const trader = await post.addTrader(1_000);
  const deposit = await post.deposit(trader, [200]);
  const { id } = await withdrawal(trader);
  await post.processOffers();
  const unsent = await post.deposit(trader, [300]);
  await rest(trader);
  await post.processOffers();
  const states = await Promise.all([deposit, unsent, id].map(async (each) => (await post.readOffer(each)).state));
  expect(states).toEqual(['CANCELLED', 'CANCELLED', 'SENT']);
});

test('an acceptance before the ban counts', async () => {
  const trader = await post.addTrader();
  const id = await post.deposit(trader, [200]);
  await post.processOffers();
  await post.accept(id);
  await ban(trader);
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREDITED' });
  expect(await findBreaches(post.db)).toEqual([]);
});

test('sends nothing during a halt, and continues afterwards', async () => {
  const trader = await post.addTrader(1_000);
  const { id } = await withdrawal(trader);
  await post.db.sql`insert into ledger_halts (reason) values ('A test.')`;
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'CREATED', attempts: 0 });
  await post.db.sql`update ledger_halts set ended_at = now()`;
  await post.processOffers();
  expect(await post.readOffer(id)).toMatchObject({ state: 'SENT' });
});

test('staff cannot approve their own withdrawal or clear their own flag', async () => {
  const trader = await addPlayer(post.db, 'admin');
  await post.db.sql`
    update players set (steam_id, trade_token) = (${'76561199000009999'}::text, 'abcdefgh') where id = ${trader.id}`;
  const itemId = await addToInventory(post.db, { playerId: trader.id, itemId: post.itemIds.at(-1)! });
  const id = (await post.withdraw(trader, itemId)).body.data!.id;
  const approve = (who: TestPlayer) => post.call('POST', `/admin/approveWithdrawal/${id}`, who);
  expect((await approve(trader)).body.code).toBe('forbidden');
  expect(await post.readOffer(id)).toMatchObject({ state: 'AWAITING_APPROVAL' });
  expect((await approve(await addPlayer(post.db, 'admin'))).status).toBe(200);
  await flag(trader);
  const clear = { userId: trader.id, reason: 'It is me.' };
  expect((await post.call('POST', '/admin/clearFlag', trader, clear)).body.code).toBe('forbidden');
  expect((await post.call('POST', '/admin/clearFlag', post.staff, clear)).status).toBe(200);
});
