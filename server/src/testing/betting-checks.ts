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

const RESENT_BETS_MAX = 200;

/** Waits until no round with bets is open. */
async function untilSettled({ sql }: Db): Promise<void> {
  await vi.waitUntil(
    async () => {
      const open = await sql`
        select from roulette_rounds
        where ended_at is null and exists (select from roulette_bets where round_id = roulette_rounds.id)`;
      return open.length === 0;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Counts the finished rounds, and checks that no number is missing and that each began after the one before it ended. */
async function countRoundsInOrder({ sql }: Db): Promise<number> {
  const rounds = await sql<{ id: number; isInOrder: boolean }>`
    select id, created_at < closed_at and closed_at < drawn_at and drawn_at < ended_at
               and lag(ended_at, 1, created_at) over (order by id) <= created_at as "isInOrder"
    from roulette_rounds where ended_at is not null order by id`;
  expect(rounds).toEqual(rounds.map((_, index) => ({ id: index + 1, isInOrder: true })));
  return rounds.length;
}

/** Fetches the rounds as the page of a round does. */
async function fetchRounds(anyOrigin: PickOrigin, count: number): Promise<ProvenRound[]> {
  const rounds: ProvenRound[] = [];
  for (let id = 1; id <= count; id++) {
    const reply = await fetch(`${anyOrigin()}/roulette/getRound/${id}`);
    rounds.push(((await reply.json()) as { data: ProvenRound }).data);
  }
  return rounds;
}

/** Checks that every round paid by the number it had committed to, and that its seed follows in the chain. */
function expectProven(rounds: readonly ProvenRound[], { hashes }: Pick<BettingClients, 'hashes'>): void {
  expect(new Set(rounds.map(({ chainId }) => chainId)).size).toBe(1);
  expect(rounds.map(({ k }) => k)).toEqual(rounds.map(({ id }) => id));
  expect(rounds.map(({ hash }) => hash)).toEqual([rounds[0]?.terminal, ...rounds.slice(0, -1).map(({ seed }) => seed)]);
  for (const round of rounds) {
    expect([round.id, round.state, round.refundReason]).toEqual([round.id, 'SETTLED', null]);
    const verdict = { isSeedCommitted: true, isNumberRight: true, isColorRight: true };
    expect(verifyRound(round as RevealedRound)).toEqual(verdict);
    const knownHash = hashes.get(round.id);
    if (knownHash !== undefined) expect([...knownHash]).toEqual([round.hash]);
  }
}

type LedgerRow = {
  readonly type: string;
  readonly reference: string;
  readonly playerId: number;
  readonly amount: number;
};
type Result = { readonly playerId: number; readonly roundId: number; readonly amount: number; readonly payout: number };

/** Ledger rows and results that follow from the replies to players and the published rounds alone. */
function expectedBooks(answers: readonly BetReply[], colors: ReadonlyMap<number, Color>) {
  const ledgerRows: LedgerRow[] = [];
  const results = new Map<string, Result>();
  for (const answer of answers) {
    const { id, roundId, amount, playerBet } = betOf(answer);
    const playerId = answer.player.id;
    const payout = payoutOf({ playerBet, amount }, colors.get(roundId)!);
    ledgerRows.push({ type: 'ROULETTE_BET', reference: `bet:${id}`, playerId, amount: -amount });
    if (payout > 0) ledgerRows.push({ type: 'ROULETTE_WIN', reference: `settle:bet:${id}`, playerId, amount: payout });
    const before = results.get(`${roundId}:${playerId}`) ?? { amount: 0, payout: 0 };
    results.set(`${roundId}:${playerId}`, {
      playerId,
      roundId,
      amount: before.amount + amount,
      payout: before.payout + payout,
    });
  }
  return { ledgerRows, results: [...results.values()] };
}

const textsOf = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

/** Checks that bets, ledger rows, results and tallies are exactly those that follow from the replies. */
async function expectBooks({ sql }: Db, acknowledged: readonly BetReply[], colors: ReadonlyMap<number, Color>) {
  const { ledgerRows, results } = expectedBooks(acknowledged, colors);
  expect(
    textsOf(
      await sql<LedgerRow>`
      select type, reference, player_id as "playerId", amount from ledger
      where type like 'ROULETTE%' and player_id is not null`,
    ),
  ).toEqual(textsOf(ledgerRows));
  expect(
    textsOf(
      await sql<Result>`
      select player_id as "playerId", reference as "roundId", amount, payout from game_results`,
    ),
  ).toEqual(textsOf(results));
  const bets = acknowledged.map((answer) => ({ ...betOf(answer), playerId: answer.player.id, key: answer.key }));
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
  return ledgerRows;
}

async function expectBalances({ sql }: Db, ledgerRows: readonly LedgerRow[], startBalance: number): Promise<void> {
  const rows = await sql<{ id: number; balance: number }>`
    select player_id as id, balance from wallets join players on players.id = player_id where not is_sandbox`;
  const balances = new Map(rows.map(({ id }) => [id, startBalance]));
  for (const { playerId, amount } of ledgerRows) balances.set(playerId, balances.get(playerId)! + amount);
  expect(new Map(rows.map(({ id, balance }) => [id, balance]))).toEqual(balances);
}

type FinishedRun = {
  readonly db: Db;
  readonly anyOrigin: PickOrigin;
  readonly clients: Pick<BettingClients, 'replies' | 'hashes'>;
  /** The diamonds that each player started with. */
  readonly startBalance: number;
};

/**
 * Call it after the clients have stopped. Checks that each acknowledged bet is stored once and paid once by the number its
 * round had committed to, that a repeated request gets the same reply, and that nothing else is stored. Returns the rounds.
 */
export async function expectBetsAccounted({
  db,
  anyOrigin,
  clients,
  startBalance,
}: FinishedRun): Promise<ProvenRound[]> {
  await untilSettled(db);
  const refusals = clients.replies.filter((answer) => !isPlaced(answer));
  expect(refusals.filter(({ text }) => !text.includes('"code":"betting_closed"'))).toEqual([]);
  const acknowledged = clients.replies.filter(isPlaced);
  for (const { status, text, ...bet } of acknowledged.toSorted(() => Math.random() - 0.5).slice(0, RESENT_BETS_MAX)) {
    expect(await sendBetUntilAnswered(anyOrigin, bet)).toEqual({ ...bet, status, text });
  }
  const rounds = await fetchRounds(anyOrigin, await countRoundsInOrder(db));
  expectProven(rounds, clients);
  const colors = new Map(rounds.map(({ id, winnerColor }) => [id, winnerColor!]));
  const ledgerRows = await expectBooks(db, acknowledged, colors);
  await expectBalances(db, ledgerRows, startBalance);
  return rounds;
}

/** Runs the audit command as an operator does. Rejects if it finds a breach. */
export async function runAuditCommand(variables: Readonly<Record<string, string>>): Promise<string> {
  const command = path.join(import.meta.dirname, '../cli/audit.ts');
  const { DATABASE_URL: _, ...env } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env: { ...env, ...variables } });
  return stdout;
}
