import { expect, onTestFinished, test } from 'vitest';
import { readPushQueue, subscribeToAll } from '#testing/push-queue.ts';
import { createTradeFixture } from '#testing/trade-fixture.ts';

test('sends one push for a trade offer and one for its credit', async () => {
  const fixture = await createTradeFixture();
  onTestFinished(() => fixture.close());
  const trader = await fixture.addTrader();
  await subscribeToAll(fixture.site, trader);
  const readTitles = async () => (await readPushQueue(fixture.db.sql, trader)).map(({ title }) => title);
  const offerId = await fixture.deposit(trader, [500]);
  expect(await readTitles()).toEqual([]);
  await fixture.processOffers();
  expect(await readTitles()).toEqual(['A trade offer is waiting for you']);
  await fixture.accept(offerId);
  await fixture.processOffers();
  expect(await readTitles()).toEqual(['A trade offer is waiting for you', 'Deposit credited']);
});
