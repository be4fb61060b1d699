import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { rouletteLoop } from '#features/roulette/loop.ts';
import { isSpinning, lastRound, type RoundState, untilRound } from '#testing/roulette-locks.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const MINUTE_MS = 60_000;
const [BETTING_MS, SPIN_MS, PAUSE_MS] = [200, 150, 100];
/** The tolerance between a timer and the database clock. */
const EARLY_MS = 20;

let site: TestSite;

beforeAll(async () => {
  site = await createTestSite({
    ROULETTE_BETTING_MS: String(BETTING_MS),
    ROULETTE_SPIN_MS: String(SPIN_MS),
    ROULETTE_PAUSE_MS: String(PAUSE_MS),
  });
});
afterAll(() => site.close());

/** Runs rounds in this process; returns a stop function. */
function play(): () => Promise<void> {
  const stop = site.deps.db.lead('roulette', (signal, lease) =>
    rouletteLoop(site.deps, { signal, lease, chainLength: 1_000 }),
  );
  onTestFinished(stop);
  return stop;
}

type Length = { readonly bettingMs: number; readonly spinMs: number; readonly pauseMs: number | null };

/** The duration of each phase of the rounds since a given one, by the database clock. */
function lengthsSince(roundId: number): Promise<Length[]> {
  return site.deps.db.sql<Length>`
    select (extract(epoch from closed_at - created_at) * 1000)::float8 as "bettingMs",
           (extract(epoch from ended_at - drawn_at) * 1000)::float8 as "spinMs",
           (extract(epoch from lead(created_at) over (order by id) - ended_at) * 1000)::float8 as "pauseMs"
    from roulette_rounds where id > ${roundId} and ended_at is not null order by id`;
}

// The tolerance is far above any delay of a busy machine, and far below any shift of the clock.
const isFor = (wantedMs: number, tookMs: number): boolean => tookMs > wantedMs - EARLY_MS && tookMs < 5 * MINUTE_MS;

const IN_EACH_STATE = [
  ({ state }: RoundState) => state === 'BETTING',
  isSpinning,
  ({ state }: RoundState) => state === 'SETTLED',
];

test.each([10, -10, -60])(
  'keeps the length of rounds when the process clock shifts by %i minutes',
  { timeout: 120_000 },
  async (minutes) => {
    const { db } = site.deps;
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
  'continues a round on time when the database clock shifts by %i minutes without a leader',
  { timeout: 120_000 },
  async (minutes) => {
    const { db } = site.deps;
    for (const fits of IN_EACH_STATE) {
      const stop = play();
      const { id } = await lastRound(db);
      await untilRound(db, (round) => round.id > id && fits(round));
      await stop();
      // Moves stored times as well, as seen by a database with a shifted clock.
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
