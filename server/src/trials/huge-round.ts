import { setTimeout as sleep } from 'node:timers/promises';
import { getGameHistory } from '@karat/contract/games';
import { getAllRouletteRounds, getCurrentRound, getRound, getRouletteRoundById } from '@karat/contract/roulette';
import { getTransactions } from '@karat/contract/wallet';
import { signInStaff } from '#simulation/staff.ts';
import { addBettors, type Bettors, fillRound, signIn } from '#testing/huge-round.ts';
import { until } from '#testing/until.ts';
import type { Load } from './load.ts';
import { type RoundRow, selectLastRound, selectProgress } from './queries.ts';
import type { Fleet, Place } from './start-fleet.ts';
import { findLeader, LOOP, type Stage, type Trial, untilServing } from './trial.ts';
import type { SteadyFigures } from './steady.ts';
import { startWagers } from './wagers.ts';

const FULL = { players: 200_000, betsEach: 5 };
/** Several parts of a settlement, placed while a round of the usual length takes bets. */
const QUICK = { players: 6_000, betsEach: 1 };
/** Longer than it takes to place all bets. The round closes when the processes start again with their usual settings. */
const LONG = { ROULETTE_BETTING_MS: '600000', ROULETTE_BETS_MAX: '10000' };
const WAGERS_PER_SECOND = 60;
const NORMAL_MS = { quick: 1_000, full: 20_000 };
const PROGRESS_POLL_MS = 5;
/** A large settlement takes minutes on a slow machine. */
const PATIENT = { timeoutMs: 900_000 };

/** Restarts all processes at once with these settings. */
async function restartAll(fleet: Fleet, changed: Readonly<Record<string, string>>): Promise<void> {
  await Promise.all(
    fleet.places.map(async (place) => {
      await place.stop();
      await place.start(changed);
    }),
  );
  await untilServing(fleet, fleet.places);
}

type FilledRound = { readonly id: number; readonly bettors: Bettors; readonly bets: number };

function untilBetting({ db }: Fleet, after: number): Promise<RoundRow> {
  return until('a round that takes bets', async () => {
    const round = await selectLastRound(db.sql);
    return round.id > after && round.state === 'BETTING' && round;
  });
}

/** Places the bets in one round. If it closes before, that round is settled too, and the next one is filled. */
async function fillOneRound(fleet: Fleet, { players, betsEach }: typeof FULL): Promise<FilledRound> {
  const bettors = await addBettors(fleet.db, players);
  for (let after = 0; ; after = (await selectLastRound(fleet.db.sql)).id) {
    const { id } = await untilBetting(fleet, after);
    const bets = await fillRound(fleet.db, { ...bettors, roundId: id, betsEach });
    if (bets === players * betsEach) return { id, bettors, bets };
  }
}

/** Kills the leader when half of the players are paid. Resolves to the share of players who were. */
async function killHalfway(
  fleet: Fleet,
  { id, bettors: { firstId, lastId } }: FilledRound,
): Promise<{ leader: Place; share: number }> {
  const { leader } = await findLeader(fleet, LOOP);
  const shareOf = (paidTo: number): number => (paidTo - firstId) / (lastId - firstId);
  const { paidTo } = await until(
    'half of the players to be paid',
    async () => {
      const progress = await selectProgress(fleet.db.sql, id);
      return (progress.isEnded || shareOf(progress.paidTo) > 0.5) && progress;
    },
    { ...PATIENT, pollMs: PROGRESS_POLL_MS },
  );
  await leader.kill();
  return { leader, share: Math.min(1, shareOf(paidTo)) };
}

/** Fetches every page that shows the round; returns the time of each. Each is a call that must be answered. */
async function timePages({ fleet, breach }: Stage, load: Load, round: FilledRound): Promise<string[]> {
  const { client, people } = load;
  const staff = await signInStaff(client, 'staff');
  const token = await signIn(fleet.db, round.bettors.firstId);
  const bettor = { name: 'bettor1', token, random: people[0]!.random };
  const params = { id: String(round.id) };
  const pages = {
    'current round': () => client.call(bettor, getCurrentRound),
    proof: () => client.call(bettor, getRound, { params }),
    'rounds for staff': () => client.call(staff, getAllRouletteRounds, { query: {} }),
    'bets for staff, page 1': () => client.call(staff, getRouletteRoundById, { params, query: {} }),
    'bets for staff, page 5000': () => client.call(staff, getRouletteRoundById, { params, query: { page: '5000' } }),
    games: () => client.call(bettor, getGameHistory, { query: {} }),
    transactions: () => client.call(bettor, getTransactions, { query: {} }),
  };
  const times: string[] = [];
  for (const [name, fetchPage] of Object.entries(pages)) {
    const sinceMs = performance.now();
    const { isDone } = await fetchPage();
    if (!isDone) breach(`the page "${name}" of the round was not answered`);
    times.push(`${name} ${ms(performance.now() - sinceMs)}`);
  }
  return times;
}

const ms = (value: number): string => `${Math.round(value)} ms`;
const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);

async function untilSettling({ db }: Fleet, { id }: FilledRound): Promise<void> {
  const hasBegun = async (): Promise<boolean> => {
    const { paidTo, isEnded } = await selectProgress(db.sql, id);
    return paidTo > 0 || isEnded;
  };
  await until('the settlement to begin', hasBegun, { ...PATIENT, pollMs: PROGRESS_POLL_MS });
}

/** Settles a round with very many bets, while its leader is killed in the middle and others continue to play. */
export const hugeRound: Trial = {
  name: 'huge round',
  async run(stage) {
    const { fleet, isQuick, startLoad } = stage;
    if (!isQuick) await restartAll(fleet, LONG);
    const load = await startLoad({ isIdle: true });
    const wagers = await startWagers(load, WAGERS_PER_SECOND);
    const measure = async (): Promise<SteadyFigures> => {
      const sinceMs = performance.now();
      await sleep(isQuick ? NORMAL_MS.quick : NORMAL_MS.full);
      return wagers.figuresSince(sinceMs);
    };
    await load.untilAnswered(WAGERS_PER_SECOND);
    const normal = await measure();
    const round = await fillOneRound(fleet, isQuick ? QUICK : FULL);
    stage.addAcknowledged(round.bets);
    load.outages.begin();
    if (!isQuick) {
      stage.print(`  ${count(round.bets)} bets are placed in round ${round.id}.`);
      const { p99Ms } = await measure();
      stage.print(`  p99 of wagers ${ms(p99Ms)}, before those bets ${ms(normal.p99Ms)}.`);
      await restartAll(fleet, {});
    }

    await untilSettling(fleet, round);
    const sinceMs = performance.now();
    const { leader, share } = await killHalfway(fleet, round);
    await until('the round to end', async () => (await selectProgress(fleet.db.sql, round.id)).isEnded, PATIENT);
    const tookMs = performance.now() - sinceMs;
    const meanwhile = await wagers.figuresSince(sinceMs);
    await leader.start();
    await untilServing(fleet, [leader]);
    load.outages.end();
    await wagers.stop();
    stage.print(`  Pages of the round: ${(await timePages(stage, load, round)).join(', ')}.`);
    return (
      `${count(round.bets)} bets settled in ${(tookMs / 1_000).toFixed(1)} s, kill -9 at ${Math.round(share * 100)} %; ` +
      `p99 of wagers ${ms(meanwhile.p99Ms)}, before ${ms(normal.p99Ms)}`
    );
  },
};
