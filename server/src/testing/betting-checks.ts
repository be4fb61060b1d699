import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ProvenRound } from '@karat/contract/roulette';
import { type RevealedRound, verifyRound } from '@karat/rules/fairness';
import { type Color, payoutOf } from '@karat/rules/roulette';
import { expect, vi } from 'vitest';
import type { Db } from '#db/db.ts';
import {
  type BetReply,
  betOf,
  type BettingClients,
  type PickOrigin,
  isPlaced,
  sendBetUntilAnswered,
} from './betting-clients.ts';

const RESENT_MAX = 200;

/** Until nothing that anybody bet is still on the table. */
async function untilSettled({ sql }: Db): Promise<void> {
  await vi.waitUntil(
    async () => {
      const open = await sql`
        select from roulette_rounds
        where state in ('BETTING', 'ROLLING') and exists (select from roulette_bets where round_id = roulette_rounds.id)`;
      return open.length === 0;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** How many rounds are over. None was left out, and none began before the one ahead of it was over. */
async function countInTurn({ sql }: Db): Promise<number> {
  const rounds = await sql<{ id: number; isInTurn: boolean }>`
    select id, created_at < closed_at and closed_at < drawn_at and drawn_at < ended_at
               and lag(ended_at, 1, created_at) over (order by id) <= created_at as "isInTurn"
    from roulette_rounds where ended_at is not null order by id`;
  expect(rounds).toEqual(rounds.map((_, at) => ({ id: at + 1, isInTurn: true })));
  return rounds.length;
}

/** As the page of a round gets them. */
async function fetchRounds(door: PickOrigin, count: number): Promise<ProvenRound[]> {
  const rounds: ProvenRound[] = [];
  for (let id = 1; id <= count; id++) {
    const reply = await fetch(`${door()}/roulette/getRound/${id}`);
    rounds.push(((await reply.json()) as { data: ProvenRound }).data);
  }
  return rounds;
}

/** Every round was paid by the number that it promised, and follows from the one before it. */
function expectProven(rounds: readonly ProvenRound[], { promises }: Pick<BettingClients, 'promises'>): void {
  expect(new Set(rounds.map(({ chainId }) => chainId)).size).toBe(1);
  expect(rounds.map(({ k }) => k)).toEqual(rounds.map(({ id }) => id));
  expect(rounds.map(({ hash }) => hash)).toEqual([rounds[0]?.terminal, ...rounds.slice(0, -1).map(({ seed }) => seed)]);
  for (const round of rounds) {
    expect([round.id, round.state, round.refundReason]).toEqual([round.id, 'SETTLED', null]);
    const verdict = { isSeedCommitted: true, isNumberRight: true, isColorRight: true };
    expect(verifyRound(round as RevealedRound)).toEqual(verdict);
    const seen = promises.get(round.id);
    if (seen !== undefined) expect([...seen]).toEqual([round.hash]);
  }
}

type Line = { readonly type: string; readonly reference: string; readonly playerId: number; readonly amount: number };
type Result = { readonly playerId: number; readonly roundId: number; readonly amount: number; readonly payout: number };

/** What must be in the store, from nothing but what players were told and what rounds say of themselves. */
function expectedBooks(answers: readonly BetReply[], colors: ReadonlyMap<number, Color>) {
  const lines: Line[] = [];
  const results = new Map<string, Result>();
  for (const answer of answers) {
    const { id, roundId, amount, playerBet } = betOf(answer);
    const playerId = answer.player.id;
    const payout = payoutOf({ playerBet, amount }, colors.get(roundId)!);
    lines.push({ type: 'ROULETTE_BET', reference: `bet:${id}`, playerId, amount: -amount });
    if (payout > 0) lines.push({ type: 'ROULETTE_WIN', reference: `settle:bet:${id}`, playerId, amount: payout });
    const before = results.get(`${roundId}:${playerId}`) ?? { amount: 0, payout: 0 };
    results.set(`${roundId}:${playerId}`, {
      playerId,
      roundId,
      amount: before.amount + amount,
      payout: before.payout + payout,
    });
  }
  return { lines, results: [...results.values()] };
}

const textsOf = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** Bets, payments, results and counts are those that were told: none is missing, none is there twice, none besides. */
async function expectBooks({ sql }: Db, told: readonly BetReply[], colors: ReadonlyMap<number, Color>) {
  const { lines, results } = expectedBooks(told, colors);
  expect(
    textsOf(
      await sql<Line>`
      select type, reference, player_id as "playerId", amount from ledger
      where type like 'ROULETTE%' and player_id is not null`,
    ),
  ).toEqual(textsOf(lines));
  expect(
    textsOf(
      await sql<Result>`
      select player_id as "playerId", reference as "roundId", amount, payout from game_results`,
    ),
  ).toEqual(textsOf(results));
  const bets = told.map((answer) => ({ ...betOf(answer), playerId: answer.player.id, key: answer.key }));
  expect(
    textsOf(
      await sql<object>`
      select id, round_id as "roundId", player_id as "playerId", player_bet as "playerBet", amount, request_key as key
      from roulette_bets`,
    ),
  ).toEqual(
    textsOf(
      bets.map(({ id, roundId, playerId, playerBet, amount, key }) => ({
        id,
        roundId,
        playerId,
        playerBet,
        amount,
        key,
      })),
    ),
  );
  const [counted] = await sql<{ bets: number; wagered: number }>`
    select coalesce(sum(totals[4]), 0)::int8 as bets, coalesce(sum(totals[2]), 0)::int8 as wagered from tallies`;
  expect(counted).toEqual({ bets: bets.length, wagered: bets.reduce((sum, { amount }) => sum + amount, 0) });
  return lines;
}

async function expectBalances({ sql }: Db, lines: readonly Line[], welcome: number): Promise<void> {
  const rows = await sql<{ id: number; balance: number }>`
    select player_id as id, balance from wallets join players on players.id = player_id where not is_sandbox`;
  const balances = new Map(rows.map(({ id }) => [id, welcome]));
  for (const { playerId, amount } of lines) balances.set(playerId, balances.get(playerId)! + amount);
  expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(balances);
}

type Evening = {
  readonly db: Db;
  readonly door: PickOrigin;
  readonly crowd: Pick<BettingClients, 'answers' | 'promises'>;
  /** What everybody began with. */
  readonly welcome: number;
};

/**
 * Once everybody has gone home: each bet that was told is in the store once and was paid once by the number that its round
 * had promised, whoever repeats a request is told the same, and there is nothing besides. Answers the rounds.
 */
export async function expectBetsAccounted({ db, door, crowd, welcome }: Evening): Promise<ProvenRound[]> {
  await untilSettled(db);
  const refusals = crowd.answers.filter((answer) => !isPlaced(answer));
  expect(refusals.filter(({ text }) => !text.includes('"code":"betting_closed"'))).toEqual([]);
  const told = crowd.answers.filter(isPlaced);
  for (const { status, text, ...press } of told.toSorted(() => Math.random() - 0.5).slice(0, RESENT_MAX)) {
    expect(await sendBetUntilAnswered(door, press)).toEqual({ ...press, status, text });
  }
  const rounds = await fetchRounds(door, await countInTurn(db));
  expectProven(rounds, crowd);
  const colors = new Map(rounds.map(({ id, winnerColor }) => [id, winnerColor!]));
  const lines = await expectBooks(db, told, colors);
  await expectBalances(db, lines, welcome);
  return rounds;
}

/** What an operator would run; it fails where anything is wrong. */
export async function auditByCommand(variables: Readonly<Record<string, string>>): Promise<string> {
  const command = path.join(import.meta.dirname, '../cli/audit.ts');
  const { DATABASE_URL: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env: { ...env, ...variables } });
  return stdout;
}
