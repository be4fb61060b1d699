import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rouletteLoop } from '#features/roulette/loop.ts';
import { isSpinning, lastRound, type RoundState, untilRound } from '#testing/roulette-locks.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const MINUTE_MS = 60_000;
const [BETTING_MS, SPIN_MS, PAUSE_MS] = [200, 150, 100];
/** What a timer and the store's clock may differ in. */
const EARLY_MS = 20;

let world: TestSite;

beforeAll(async () => {
  world = await createTestSite({
    ROULETTE_BETTING_MS: String(BETTING_MS),
    ROULETTE_SPIN_MS: String(SPIN_MS),
    ROULETTE_PAUSE_MS: String(PAUSE_MS),
  });
});
afterAll(() => world.close());

/** Plays rounds in this process; returns a stop function. */
function play(): () => Promise<void> {
  const stop = world.deps.db.lead('roulette', (signal, lease) =>
    rouletteLoop(world.deps, { signal, lease, chainLength: 1_000 }),
  );
  onTestFinished(stop);
  return stop;
}

type Length = { readonly bettingMs: number; readonly spinMs: number; readonly pauseMs: number | null };

/** How long each part of the rounds since one took, by the store's clock. */
function lengthsSince(roundId: number): Promise<Length[]> {
  return world.deps.db.sql<Length>`
    select (extract(epoch from closed_at - created_at) * 1000)::float8 as "bettingMs",
           (extract(epoch from ended_at - drawn_at) * 1000)::float8 as "spinMs",
           (extract(epoch from lead(created_at) over (order by id) - ended_at) * 1000)::float8 as "pauseMs"
    from roulette_rounds where id > ${roundId} and ended_at is not null order by id`;
}

// The bound above is far from any delay of a busy machine, and far below any turn of the clock.
const isFor = (wantedMs: number, tookMs: number): boolean => tookMs > wantedMs - EARLY_MS && tookMs < 5 * MINUTE_MS;

const IN_EACH_STATE = [
  ({ state }: RoundState) => state === 'BETTING',
  isSpinning,
  ({ state }: RoundState) => state === 'SETTLED',
];

test.each([10, -10, -60])(
  'rounds keep their length when the clock of the process is turned by %i minutes',
  { timeout: 120_000 },
  async (minutes) => {
    const { db } = world.deps;
    const { id: before } = await lastRound(db);
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    play();
    for (const fits of IN_EACH_STATE) {
      const { id } = await untilRound(db, (round) => round.id > before && fits(round));
      vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
      await untilRound(db, (round) => round.id > id + 1);
    }
    for (const { bettingMs, spinMs, pauseMs } of await lengthsSince(before)) {
      expect([isFor(BETTING_MS, bettingMs), isFor(SPIN_MS, spinMs)]).toEqual([true, true]);
      expect(pauseMs === null || isFor(PAUSE_MS, pauseMs)).toBe(true);
    }
  },
);

test.each([60, -60])(
  'a round goes on in its time when the clock of the store is turned by %i minutes while nobody leads',
  { timeout: 120_000 },
  async (minutes) => {
    const { db } = world.deps;
    for (const fits of IN_EACH_STATE) {
      const stop = play();
      const { id } = await lastRound(db);
      await untilRound(db, (round) => round.id > id && fits(round));
      await stop();
      // To a store whose clock was turned, the past lies elsewhere.
      const turned = await db.sql<{ id: number }>`
        update roulette_rounds
        set created_at = created_at - ${minutes} * interval '1 minute', drawn_at = drawn_at - ${minutes} * interval '1 minute',
            ended_at = ended_at - ${minutes} * interval '1 minute'
        where id = (select max(id) from roulette_rounds) returning id`;
      const stopAgain = play();
      expect((await untilRound(db, (round) => round.id > turned[0]!.id)).id).toBe(turned[0]!.id + 1);
      await stopAgain();
    }
  },
);
