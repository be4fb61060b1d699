import { setTimeout as sleep } from 'node:timers/promises';
import { getGameHistory } from '@karat/contract/games';
import { getAllRouletteRounds, getCurrentRound, getRound, getRouletteRoundById } from '@karat/contract/roulette';
import { getTransactions } from '@karat/contract/wallet';
import { signInStaff } from '#simulation/staff.ts';
import { addBettors, type Bettors, fillRound, signIn } from '#testing/huge-round.ts';
import { until } from '#testing/until.ts';
import type { Load } from './load.ts';
import { selectLastRound, selectProgress } from './queries.ts';
import type { Fleet, Place } from './start-fleet.ts';
import { findLeader, type Stage, type Trial, untilServing } from './trial.ts';
import { startWagers } from './wagers.ts';

const SIZE = { quick: { players: 4_000, betsEach: 5 }, full: { players: 200_000, betsEach: 5 } };
/** Longer than it takes to fill the round. It closes when the processes start again with their usual settings. */
const LONG = { ROULETTE_BETTING_MS: '600000', ROULETTE_BETS_MAX: '10000' };
const WAGERS_PER_SECOND = 60;
const NORMAL_MS = { quick: 3_000, full: 20_000 };
const PROGRESS_POLL_MS = 5;

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

/** Kills the leader when half of the players are paid. Resolves to the share of players who were. */
async function killHalfway(fleet: Fleet, { firstId, lastId }: Bettors, roundId: number): Promise<{ leader: Place; share: number }> {
  const { leader } = await findLeader(fleet, 'roulette');
  const shareOf = (paidTo: number): number => (paidTo - firstId) / (lastId - firstId);
  const { paidTo } = await until(
    'half of the players to be paid',
    async () => {
      const progress = await selectProgress(fleet.db.sql, roundId);
      return (progress.isEnded || shareOf(progress.paidTo) > 0.5) && progress;
    },
    { pollMs: PROGRESS_POLL_MS, timeoutMs: 600_000 },
  );
  await leader.kill();
  return { leader, share: Math.min(1, shareOf(paidTo)) };
}

/** Fetches every page that shows the round; returns the time of each. Each is a call that must be answered. */
async function timePages({ fleet, breach }: Stage, load: Load, round: { id: number; bettors: Bettors }) {
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
    times.push(`${name} ${Math.round(performance.now() - sinceMs)} ms`);
  }
  return times;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);

/** Settles a round with very many bets, while its leader is killed in the middle and others continue to play. */
export const hugeRound: Trial = {
  name: 'huge round',
  async run(stage) {
    const { fleet, isQuick, startLoad, addAcknowledged, print } = stage;
    const { players, betsEach } = isQuick ? SIZE.quick : SIZE.full;
    await restartAll(fleet, LONG);
    const load = await startLoad({ isIdle: true });
    const wagers = await startWagers(load, WAGERS_PER_SECOND);
    await load.untilAnswered(WAGERS_PER_SECOND);
    wagers.take();
    await sleep(isQuick ? NORMAL_MS.quick : NORMAL_MS.full);
    const normal = wagers.take();

    const bettors = await addBettors(fleet.db, players);
    const { id } = await until('a round that takes bets', async () => {
      const round = await selectLastRound(fleet.db.sql);
      return round.state === 'BETTING' && round;
    });
    const bets = await fillRound(fleet.db, { ...bettors, roundId: id, betsEach });
    addAcknowledged(bets);
    print(`  ${count(bets)} bets of ${count(players)} players are placed in round ${id}.`);
    wagers.take();
    await sleep(isQuick ? NORMAL_MS.quick : NORMAL_MS.full);
    const filled = wagers.take();
    load.outages.begin();
    await restartAll(fleet, {});
    await until('the settlement', async () => {
      const { paidTo, isEnded } = await selectProgress(fleet.db.sql, id);
      return paidTo > 0 || isEnded;
    }, { pollMs: PROGRESS_POLL_MS });
    wagers.take();
    const sinceMs = performance.now();
    const { leader, share } = await killHalfway(fleet, bettors, id);
    await until('the round to end', async () => (await selectProgress(fleet.db.sql, id)).isEnded, { timeoutMs: 600_000 });
    const tookMs = performance.now() - sinceMs;
    const meanwhile = wagers.take();
    await leader.start();
    await untilServing(fleet, [leader]);
    load.outages.end();
    await wagers.stop();
    for (const time of await timePages(stage, load, { id, bettors })) print(`  ${time}`);
    const p99s = [normal, filled, meanwhile].map(({ p99Ms }) => `${Math.round(p99Ms)} ms`);
    print(`  p99 of wagers: ${p99s[0]} before, ${p99s[1]} with the bets in the round, ${p99s[2]} during the settlement`);
    return `${count(bets)} bets settled in ${seconds(tookMs)}, kill -9 at ${Math.round(share * 100)} %; p99 of wagers ${p99s[2]} (before ${p99s[0]})`;
  },
};
