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

test('checks an offer whose change was reported before its scheduled time', async () => {
  const post = await createTradeFixture();
  onTestFinished(() => post.close());
  await post.db.sql`delete from leases`;
  onTestFinished(post.db.lead('trades', (signal, lease) => tradesLoop(post.site.deps, signal, lease)));
  const id = await post.deposit(await post.addTrader(), [500]);
  const until = (state: string) =>
    vi.waitUntil(async () => (await post.readOffer(id)).state === state, { timeout: 20_000, interval: 20 });
  await until('SENT');
  await post.accept(id);
  await vi.waitUntil(
    async () => {
      await post.db.sql`
        update trade_offers set check_at = now() + interval '1 hour' where id = ${id} and state = 'SENT'
          and check_at < now() + interval '1 minute'`;
      await post.db.sql`select pg_notify('sandbox_offers', platform_id) from trade_offers where id = ${id}`;
      return (await post.readOffer(id)).state === 'CREDITED';
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await findBreaches(post.db)).toEqual([]);
});
