import { verifyRound } from '@karat/rules/fairness';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { createChains } from './chains.ts';
import { createTransitions } from './transitions.ts';

const ROUNDS = 1_000;

let table: RouletteFixture;
beforeAll(async () => {
  table = await createRouletteFixture();
});
afterAll(() => table.close());

test('a thousand rounds verify down to the published end of their chain', { timeout: 180_000 }, async () => {
  const deps = table.site.deps;
  await table.open();
  await table.finish();
  await table.db.sql`update roulette_chains set ended_at = now()`;
  const steps = createTransitions(deps, table.lease, createChains(deps, table.lease, ROUNDS));
  const before = await table.last();
  for (let count = 0; count < ROUNDS; count++) {
    await steps.open();
    const round = await table.last();
    await steps.close(round);
    await steps.draw(round);
    await steps.settle(round);
  }
  const played = await table.readRounds(before.id);
  expect(played).toHaveLength(ROUNDS);
  let hash = played[0]!.terminal;
  for (const [at, round] of played.entries()) {
    expect(round).toMatchObject({ id: before.id + at + 1, k: at + 1, hash, state: 'SETTLED' });
    expect(verifyRound(round)).toEqual({ isSeedCommitted: true, isNumberRight: true, isColorRight: true });
    hash = round.seed;
  }
  // The chain is used up: the next round starts another.
  await steps.open();
  expect(await table.last()).toMatchObject({ k: 1 });
  await table.finish();
});
