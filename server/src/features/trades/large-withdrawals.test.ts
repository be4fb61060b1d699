import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEmails, setEmail } from '#testing/email-queue.ts';
import { addItem, addToInventory } from '#testing/fixtures.ts';
import { createTradeFixture, type TradeFixture } from '#testing/trade-fixture.ts';

let post: TradeFixture;
beforeAll(async () => {
  post = await createTradeFixture({ WITHDRAWAL_EMAIL_ABOVE: '500', WITHDRAW_APPROVAL_ABOVE: '100000' });
});
afterAll(() => post.close());

/** Requests a withdrawal of a new skin of this value. */
async function withdraw(value: number) {
  const trader = await post.addTrader(0);
  await setEmail(post.db.sql, trader.id, `trader${trader.id}@karat.test`);
  const itemId = await addItem(post.db, { skinName: `Worth ${value}`, price: value });
  const inventoryId = await addToInventory(post.db, { playerId: trader.id, itemId, price: value });
  return { trader, inventoryId, reply: await post.withdraw(trader, inventoryId) };
}

test('a withdrawal above the limit sends a notice with the skin and its value', async () => {
  const { trader, reply } = await withdraw(501);
  expect(reply.status).toBe(200);
  const emails = await readEmails(post.site.deps, trader.id);
  expect(emails).toMatchObject([{ template: 'notice.largeWithdrawal', address: `trader${trader.id}@karat.test` }]);
  expect(emails[0]!.parameters).toMatchObject({ name: expect.stringContaining('Worth 501'), amount: 501 });
});

test('a withdrawal up to the limit sends none', async () => {
  const { trader, reply } = await withdraw(500);
  expect(reply.status).toBe(200);
  expect(await readEmails(post.site.deps, trader.id)).toEqual([]);
});

test('a refused withdrawal sends none', async () => {
  const { trader, inventoryId } = await withdraw(502);
  expect((await post.withdraw(trader, inventoryId)).status).toBe(409);
  expect(await readEmails(post.site.deps, trader.id)).toHaveLength(1);
});
