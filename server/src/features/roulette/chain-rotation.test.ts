import { type RevealedRound, verifyRound } from '@karat/rules/fairness';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { findBreaches } from '#testing/fixtures.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { endChains } from './chain-rotation.ts';

let table: RouletteFixture;

beforeEach(async () => {
  table = await createRouletteFixture();
});
afterEach(() => table.close());

const end = (lease = table.lease) => endChains(table.site.deps, lease, 'a leak');

type StoredRound = RevealedRound & { id: number; chainId: number; terminal: string; isEnded: boolean };
const storedRounds = () => table.db.sql<StoredRound>`
  select round.id, chain_id as "chainId", k, hash, seed, salt, beacon, winner_number as "winnerNumber",
         winner_color as "winnerColor", terminal, chain.ended_at is not null as "isEnded"
  from roulette_rounds as round join roulette_chains as chain on chain.id = chain_id order by round.id`;

test('closes the open round, settles it by its own number and starts a new chain afterwards', async () => {
  await table.open();
  await table.finish();
  const [early, late] = [await table.addPlayer(), await table.addPlayer()];
  const { id } = await table.open();
  for (const color of ['red', 'green', 'black'] as const) {
    expect((await table.bet(early, color, 100)).status).toBe(200);
  }

  expect(await end()).toBe(1);
  expect(await table.last()).toMatchObject({ id, state: 'ROLLING', sinceDrawnMs: null });
  expect((await table.bet(late, 'red', 100)).body.code).toBe('betting_closed');

  await table.steps.draw(await table.last());
  await table.steps.settle(await table.last());
  await table.open();
  const [first, second, third] = (await storedRounds()) as [StoredRound, StoredRound, StoredRound];
  expect(second).toMatchObject({ id, k: 2, chainId: first.chainId, hash: first.seed, isEnded: true });
  expect(verifyRound(second)).toEqual({ isSeedCommitted: true, isNumberRight: true, isColorRight: true });
  expect(await table.readBalance(early)).toBe(10_000 - 300 + (second.winnerColor === 'green' ? 1_400 : 200));
  expect(third).toMatchObject({ id: id + 1, k: 1, hash: third.terminal, isEnded: false });
  expect(third.chainId).toBeGreaterThan(second.chainId);
  expect(await findBreaches(table.db)).toEqual([]);
  expect(await table.db.sql`select actor_id, action, subject, reason, after from staff_actions`).toEqual([
    {
      actor_id: null,
      action: 'roulette.rotate',
      subject: 'chains',
      reason: 'a leak',
      after: { chains: 1, closedRound: id },
    },
  ]);
});

test('ends a chain before its first round, between two rounds and during a spin', async () => {
  expect(await end()).toBe(0);
  for (const stop of ['closed', 'drawn', 'settled'] as const) {
    const round = await table.open();
    await table.steps.close(round);
    if (stop !== 'closed') await table.steps.draw(round);
    if (stop === 'settled') await table.steps.settle(round);
    expect(await end()).toBe(1);
    await table.steps.draw(round);
    await table.steps.settle(round);
  }
  const rounds = await storedRounds();
  expect(rounds.map(({ k, isEnded }) => [k, isEnded])).toEqual([
    [1, true],
    [1, true],
    [1, true],
  ]);
  expect(await findBreaches(table.db)).toEqual([]);
});

test('ends no chain without the lease', async () => {
  await table.open();
  await expect(end({ ...table.lease, epoch: 0 })).rejects.toThrow(LeaseLost);
  expect(await table.last()).toMatchObject({ state: 'BETTING' });
  expect(await storedRounds()).toMatchObject([{ isEnded: false }]);
});
