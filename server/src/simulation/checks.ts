import { REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import { type RevealedRound, verifyRound } from '@karat/rules/fairness';
import type { Db } from '#db/db.ts';
import type { Client } from './client.ts';
import { type ExpectedRow, expectedItems, expectedRows } from './expectations.ts';
import { type Games, type Outcomes, readGames, readOutcomes } from './outcomes.ts';
import type { Person } from './people.ts';
import { type LedgerRow, selectLedgerRows, selectMessageCounts } from './queries.ts';
import type { Results } from './results.ts';

const WAGERS: ReadonlySet<string> = new Set([...STAKE_TYPES, ...REFUND_TYPES]);

/** One player with the results that the site shows them and their ledger rows. */
export type Evidence = {
  readonly person: Person;
  readonly outcomes: Outcomes;
  readonly ledgerRows: readonly LedgerRow[];
};

const sumOf = (rows: readonly { readonly amount: number }[]): number =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

/** A reversal must take the whole deposit, or the whole remaining balance. */
function checkReversals({ person, outcomes, ledgerRows }: Evidence, { breach }: Results): ExpectedRow[] {
  const reversals = ledgerRows.filter(({ type }) => type === 'DEPOSIT_REVERSAL');
  for (const { reference, amount, newBalance } of reversals) {
    const offer = outcomes.offers.find(({ id }) => reference === `reverse:${id}`);
    const isWhole = offer !== undefined && offer.amount === -amount;
    if (offer?.state !== 'REVERSED' || !(isWhole || (-amount < offer.amount && newBalance === 0))) {
      breach(`${person.name}: ${reference} took ${amount} from an offer in state ${offer?.state}`);
    }
  }
  return reversals.map(({ amount, reference }) => ({ type: 'DEPOSIT_REVERSAL', amount, reference }));
}

/** Every acknowledged movement must be in the ledger, and the ledger must have no others of its type. */
function checkLedgerRows(
  { person, ledgerRows }: Evidence,
  expected: readonly ExpectedRow[],
  { breach }: Results,
): void {
  const byReference = new Map(ledgerRows.map((row) => [`${row.type} ${row.reference}`, row.amount]));
  for (const { type, reference, amount } of expected) {
    if (reference === undefined) continue;
    const found = byReference.get(`${type} ${reference}`);
    if (found !== amount)
      breach(
        `${person.name}: ${type} ${reference} of ${amount} was acknowledged, the ledger has ${found ?? 'nothing'}`,
        'lost',
      );
  }
  for (const type of new Set([...expected, ...ledgerRows].map((row) => row.type))) {
    const [acknowledged, stored] = [expected, ledgerRows].map((rows) => rows.filter((row) => row.type === type));
    if (acknowledged!.length === stored!.length && sumOf(acknowledged!) === sumOf(stored!)) continue;
    breach(
      `${person.name}: ${acknowledged!.length} × ${type} with a sum of ${sumOf(acknowledged!)} were acknowledged, the ledger has ${stored!.length} with ${sumOf(stored!)}`,
      stored!.length > acknowledged!.length ? 'doubled' : 'lost',
    );
  }
}

/** The balance must follow from the acknowledged calls, and the last event must have carried the balance of its version. */
function checkBalance({ person, outcomes, ledgerRows }: Evidence, expected: number, { breach }: Results): void {
  const { balance, balanceVersion } = outcomes.me;
  if (balance !== expected) breach(`${person.name}: balance is ${balance}, expected ${expected}`);
  const lastBalance = person.lastBalance();
  if (lastBalance === undefined) return;
  const then = ledgerRows[lastBalance.version - 1]?.newBalance;
  if (lastBalance.version > balanceVersion || then !== lastBalance.balance) {
    breach(
      `${person.name}: an event carried ${lastBalance.balance} at version ${lastBalance.version}, the ledger has ${then}`,
    );
  }
}

/** The player must own all items won and bought, minus those sold and withdrawn. Items from buy orders are not acknowledged. */
function checkItems({ person, outcomes }: Evidence, { breach }: Results): void {
  const itemCounts = expectedItems(person, outcomes);
  const owned = new Set(outcomes.owned.map(({ id }) => id));
  let ordered = 0;
  for (const id of new Set([...itemCounts.keys(), ...owned])) {
    const difference = (owned.has(id) ? 1 : 0) - (itemCounts.get(id) ?? 0);
    if (difference < 0) breach(`${person.name}: item ${id} is missing`, 'lost');
    ordered += difference;
  }
  const filled = outcomes.orders.filter(({ state }) => state === 'FILLED').length;
  if (ordered !== filled)
    breach(`${person.name}: ${ordered} unexplained items, but ${filled} filled orders`, 'doubled');
}

/** Checks that no limit is exceeded by the site's counters or, if all rows are of one day, by the ledger. */
function checkLimits({ person, outcomes, ledgerRows }: Evidence, { breach }: Results): void {
  for (const { kind, period, allowed, used } of outcomes.limits) {
    if (allowed !== null && used > allowed)
      breach(`${person.name} exceeded a limit: ${used} of ${allowed} (${kind}, ${period})`);
  }
  const wagered = ledgerRows.filter(({ type }) => WAGERS.has(type));
  const { wagerMax } = person.saferPlay;
  if (wagerMax === undefined || new Set(ledgerRows.map(({ day }) => day)).size > 1) return;
  if (-sumOf(wagered) > wagerMax) breach(`${person.name} wagered ${-sumOf(wagered)} in a day, limit ${wagerMax}`);
}

async function checkMessages({ sql }: Db, people: readonly Person[], { breach }: Results): Promise<void> {
  const keys = people.flatMap(({ record }) => [...record.messageKeys]);
  const counts = new Map((await selectMessageCounts(sql, keys)).map(({ key, count }) => [key, count]));
  for (const key of keys) {
    const count = counts.get(key) ?? 0;
    if (count === 1) continue;
    breach(`message ${key} was acknowledged and is stored ${count} times`, count === 0 ? 'lost' : 'doubled');
  }
}

/** Compares the acknowledged calls of one player with the books. */
export function checkPerson(evidence: Evidence, games: Games, results: Results): void {
  const { person, outcomes } = evidence;
  const expected = [...expectedRows(person, outcomes, games), ...checkReversals(evidence, results)];
  checkLedgerRows(evidence, expected, results);
  checkBalance(evidence, sumOf(expected), results);
  checkItems(evidence, results);
  checkLimits(evidence, results);
  for (const id of person.record.ticketIds) {
    if (!outcomes.ticketIds.has(id)) results.breach(`${person.name}: ticket ${id} is missing`, 'lost');
  }
}

/** Every settled round must have drawn the number that it had committed to, and each link must follow from the next. */
export function checkRounds({ rounds }: Pick<Games, 'rounds'>, { breach }: Results): void {
  for (const round of rounds.values()) {
    if (round.state !== 'SETTLED') continue;
    const verdict = Object.values(verifyRound(round as RevealedRound));
    if (verdict.includes(false)) breach(`round ${round.id} cannot be proven: ${JSON.stringify(round)}`);
    const before = rounds.get(round.id - 1);
    if (before !== undefined && before.chainId === round.chainId && before.seed !== round.hash)
      breach(`round ${round.id} does not continue the chain of round ${before.id}`);
  }
}

/** Checks all players, once everything is settled. Resolves to the games in which they took part. */
export async function checkPeople(db: Db, client: Client, people: readonly Person[], results: Results): Promise<Games> {
  const games = await readGames(client, people);
  checkRounds(games, results);
  const rows = await selectLedgerRows(
    db.sql,
    people.map(({ id }) => id),
  );
  const byPlayer = Map.groupBy(rows, ({ playerId }) => playerId);
  for (const person of people) {
    const outcomes = await readOutcomes(client, person);
    checkPerson({ person, outcomes, ledgerRows: byPlayer.get(person.id) ?? [] }, games, results);
  }
  await checkMessages(db, people, results);
  return games;
}
