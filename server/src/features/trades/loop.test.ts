import { expect, onTestFinished, test, vi } from 'vitest';
import { findBreaches } from '#testing/fixtures.ts';
import { createTradeFixture } from '#testing/trade-fixture.ts';
import { tradesLoop } from './loop.ts';

test('offers continue when another process becomes the leader, and each skin is paid once', async () => {
  const post = await createTradeFixture();
  onTestFinished(() => post.close());
  await post.db.sql`delete from leases`;
  const lead = () => post.db.lead('trades', (signal, lease) => tradesLoop(post.site.deps, signal, lease));
  const stops = [lead(), lead()];
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const trader = await post.addTrader();
  const until = (id: number, state: string) =>
    vi.waitUntil(async () => (await post.readOffer(id)).state === state, { timeout: 20_000, interval: 20 });
  const first = await post.deposit(trader, [500]);
  await until(first, 'SENT');
  await post.accept(first);
  await stops[0]!();
  const second = await post.deposit(trader, [300]);
  await until(second, 'SENT');
  await post.accept(second);
  await Promise.all([until(first, 'CREDITED'), until(second, 'CREDITED')]);
  expect(await post.readBalance(trader)).toBe(800);
  expect(await findBreaches(post.db)).toEqual([]);
});
