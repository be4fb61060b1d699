import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CurrentRound } from '@karat/contract/roulette';
import { COLORS } from '@karat/rules/roulette';
import { expect, test, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import type { TestPlayer } from '#testing/fixtures.ts';
import {
  addPlayers,
  type BetReply,
  betOf,
  type PickOrigin,
  isPlaced,
  fetchCurrentRound,
  sendBetUntilAnswered,
} from '#testing/betting-clients.ts';
import { runAuditCommand, expectBetsAccounted } from '#testing/betting-checks.ts';
import { startCluster } from '#testing/cluster.ts';

const BETS = 500;
const LAST_MS = 200;
const PLAYERS = 60;
const WELCOME = 1_000_000;
const ROUNDS = 3;
const TIMES = { ROULETTE_BETTING_MS: '1500', ROULETTE_SPIN_MS: '300', ROULETTE_PAUSE_MS: '100' };

const POLLING = { timeout: 60_000, interval: 20 };

function untilOpen(anyOrigin: PickOrigin, after: number): Promise<CurrentRound> {
  return vi.waitUntil(async () => {
    const round = await fetchCurrentRound(anyOrigin);
    return round?.state === 'BETTING' && round.id > after ? round : undefined;
  }, POLLING);
}

/** Each on its own connection, spread over the last moments of the round. */
async function betAtTheEnd(
  anyOrigin: PickOrigin,
  players: readonly TestPlayer[],
  round: CurrentRound,
): Promise<BetReply[]> {
  await sleep(Math.max(0, Date.parse(round.closesAt) - Date.parse(round.now) - LAST_MS));
  return Promise.all(
    Array.from({ length: BETS }, async (_, index) => {
      await sleep((index * LAST_MS) / BETS);
      const body = JSON.stringify({ playerBet: COLORS[index % COLORS.length], amount: 1 + index, roundId: round.id });
      return sendBetUntilAnswered(anyOrigin, { player: players[index % players.length]!, key: randomUUID(), body });
    }),
  );
}

type Sample = { readonly state: string; readonly isDrawn: boolean; readonly bets: number; readonly amount: number };

/** Samples the contents of the round until it is over, starting while bets are open. */
async function watch({ sql }: Db, roundId: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  do {
    const [look] = await sql<Sample>`
      select state, seed is not null as "isDrawn", count(roulette_bets.id) as bets,
             coalesce(sum(roulette_bets.amount), 0)::int8 as amount
      from roulette_rounds left join roulette_bets on round_id = roulette_rounds.id
      where roulette_rounds.id = ${roundId} group by roulette_rounds.id`;
    samples.push(look!);
    await sleep(2);
  } while (samples.at(-1)!.state !== 'SETTLED');
  return samples;
}

test(
  'either accepts or refuses each of five hundred last-moment bets, and accepts none after the close',
  { timeout: 180_000 },
  async () => {
    const { db, settings, anyOrigin, start } = await startCluster(TIMES);
    await Promise.all([start(0), start(1)]);
    const players = await addPlayers(db, PLAYERS, WELCOME);
    const answers: BetReply[] = [];
    const outcomes = new Set<boolean>();
    let roundId = 0;
    // A slow machine may send all of them too late, a fast one none.
    for (let played = 0; played < ROUNDS || outcomes.size < 2; played++) {
      const round = await untilOpen(anyOrigin, roundId);
      roundId = round.id;
      const [replies, samples] = await Promise.all([betAtTheEnd(anyOrigin, players, round), watch(db, roundId)]);
      answers.push(...replies);
      for (const answer of replies) outcomes.add(isPlaced(answer));

      const bets = replies.filter(isPlaced).map(betOf);
      expect(new Set(bets.map((bet) => bet.roundId))).toEqual(new Set(bets.length > 0 ? [roundId] : []));
      const betTotals = { bets: bets.length, amount: bets.reduce((sum, { amount }) => sum + amount, 0) };
      const closed = samples.filter(({ state }) => state !== 'BETTING');
      expect(closed.map(({ bets: count, amount }) => ({ bets: count, amount }))).toEqual(closed.map(() => betTotals));
      expect(samples.filter(({ state, isDrawn }) => state === 'BETTING' && isDrawn)).toEqual([]);
    }
    const late = await db.sql`
      select from roulette_bets join roulette_rounds on roulette_rounds.id = round_id
      where roulette_bets.created_at >= closed_at or closed_at >= drawn_at`;
    expect(late).toHaveLength(0);
    await expectBetsAccounted({
      db,
      anyOrigin,
      clients: { replies: answers, hashes: new Map() },
      startBalance: WELCOME,
    });
    expect(await runAuditCommand(settings)).toContain('The books are right');
  },
);
