import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveWorld, type LiveWorld } from '#testing/live-world.ts';
import { walletOf } from './wallet.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await createLiveWorld();
});
afterAll(() => world.close());

test('a wallet tells its balance and how often it has moved', async () => {
  const { playerId } = await world.signIn();
  expect(await walletOf(world.db.sql, playerId)).toEqual({ balance: 0, version: 0 });
  await world.db.sql`update wallets set balance = 9007199254740991, version = 7 where player_id = ${playerId}`;
  expect(await walletOf(world.db.sql, playerId)).toEqual({ balance: Number.MAX_SAFE_INTEGER, version: 7 });
});

test('an account without a wallet is a bug, not an empty wallet', async () => {
  await expect(walletOf(world.db.sql, 404)).rejects.toThrow('player 404 has no wallet');
});
