import { expect, test } from 'vitest';
import { type Trading, TradingFailure } from '#adapters/trading/trading.ts';
import { createInventories } from './inventories.ts';

/** An adapter with fixed replies that counts requests. */
function countingPlatform(answer: () => Promise<[]>) {
  let fetchCount = 0;
  const fetchInventory: Trading['fetchInventory'] = () => {
    fetchCount += 1;
    return answer();
  };
  let now = 0;
  const inventories = createInventories({ trading: { fetchInventory } as Trading }, { nowMs: () => now });
  return { read: inventories.read, asked: () => fetchCount, pass: (ms: number) => void (now += ms) };
}

test.each(['private', 'unavailable'] as const)(
  'does not request an inventory again that is %s, which could get the whole site throttled',
  async (why) => {
    const platform = countingPlatform(() => Promise.reject(new TradingFailure(why, 'no')));
    const first = await platform.read('1', false).catch((error: unknown) => error);
    for (let times = 0; times < 50; times++) {
      await expect(platform.read('1', times % 2 === 0)).rejects.toBe(first);
    }
    expect(platform.asked()).toBe(1);
    platform.pass(30_000);
    await expect(platform.read('1', false)).rejects.toMatchObject({ code: expect.any(String) });
    expect(platform.asked()).toBe(2);
  },
);

test('notices after a moment that an inventory was made public', async () => {
  let isPrivate = true;
  const platform = countingPlatform(() =>
    isPrivate ? Promise.reject(new TradingFailure('private', 'no')) : Promise.resolve([]),
  );
  await expect(platform.read('1', true)).rejects.toMatchObject({ code: 'inventory_private' });
  isPrivate = false;
  platform.pass(21_000);
  expect((await platform.read('1', true)).assets).toEqual([]);
  await platform.read('1', false);
  expect(platform.asked()).toBe(2);
});
