import { REFUND_TYPES, STAKE_TYPES } from '@karat/contract/game-transactions';
import type { Db } from '#db/db.ts';
import type { Client } from './client.ts';
import { type ExpectedLine, expectedHands, expectedLines } from './expectations.ts';
import { type Games, type Outcomes, readGames, readOutcomes } from './outcomes.ts';
import type { Person } from './people.ts';
import { type BookedLine, selectLines, selectMessageCounts } from './queries.ts';
import type { Tally } from './tally.ts';

const WAGERS: ReadonlySet<string> = new Set([...STAKE_TYPES, ...REFUND_TYPES]);

/** One player, what became of things by the site's own words, and what the books have. */
export type Seen = { readonly person: Person; readonly outcomes: Outcomes; readonly booked: readonly BookedLine[] };

const sumOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

/** What a reversal took must be all of the deposit, or all that was left. */
function judgeReversals({ person, outcomes, booked }: Seen, { breach }: Tally): ExpectedLine[] {
  const reversals = booked.filter(({ type }) => type === 'DEPOSIT_REVERSAL');
  for (const { reference, amount, newBalance } of reversals) {
    const offer = outcomes.offers.find(({ id }) => reference === `reverse:${id}`);
    const isWhole = offer !== undefined && offer.amount === -amount;
    if (offer?.state !== 'REVERSED' || !(isWhole || (-amount < offer.amount && newBalance === 0))) {
      breach(`${person.name}: ${reference} took ${amount} back, of an offer that is ${offer?.state}`);
    }
  }
  return reversals.map(({ amount, reference }) => ({ type: 'DEPOSIT_REVERSAL', amount, reference }));
}

/** Every movement that was told is in the books as it was told; of each type there are as many, and no more. */
function judgeLines({ person, booked }: Seen, expected: readonly ExpectedLine[], { breach }: Tally): void {
  const byReference = new Map(booked.map((line) => [`${line.type} ${line.reference}`, line.amount]));
  for (const { type, reference, amount } of expected) {
    if (reference === undefined) continue;
    const found = byReference.get(`${type} ${reference}`);
    if (found !== amount)
      breach(`${person.name} was told of ${type} ${reference} ${amount}, the books have ${found ?? 'nothing'}`);
  }
  for (const type of new Set([...expected, ...booked].map((line) => line.type))) {
    const [told, kept] = [expected, booked].map((lines) => lines.filter((line) => line.type === type));
    if (told!.length === kept!.length && sumOf(told!) === sumOf(kept!)) continue;
    breach(
      `${person.name}: ${told!.length} × ${type} of ${sumOf(told!)} were told, the books have ${kept!.length} of ${sumOf(kept!)}`,
    );
  }
}

/** The balance is what follows from all that was told, and what events have told of it was so at that time. */
function judgeBalance({ person, outcomes, booked }: Seen, expected: number, { breach }: Tally): void {
  const { balance, balanceVersion } = outcomes.me;
  if (balance !== expected) breach(`${person.name} must have ${expected} by what was told, and has ${balance}`);
  const heard = person.heard();
  if (heard === undefined) return;
  const then = booked[heard.version - 1]?.newBalance;
  if (heard.version > balanceVersion || then !== heard.balance) {
    breach(`${person.name} heard of ${heard.balance} at version ${heard.version}, the books have ${then}`);
  }
}

/** What is owned is what was won and bought, and neither sold nor sent away. Which items buy orders brought is not told. */
function judgeItems({ person, outcomes }: Seen, { breach }: Tally): void {
  const hands = expectedHands(person, outcomes);
  const owned = new Set(outcomes.owned.map(({ id }) => id));
  let ordered = 0;
  for (const id of new Set([...hands.keys(), ...owned])) {
    const more = (owned.has(id) ? 1 : 0) - (hands.get(id) ?? 0);
    if (more < 0) breach(`${person.name} must have item ${id} by what was told, and has not`);
    ordered += more;
  }
  const filled = outcomes.orders.filter(({ state }) => state === 'FILLED').length;
  if (ordered !== filled)
    breach(`${person.name} has ${ordered} items that were not told of, and ${filled} filled orders`);
}

/** Nobody is past a limit of their own: neither by the site's count nor by the books, where all of it was on one day. */
function judgeLimits({ person, outcomes, booked }: Seen, { breach }: Tally): void {
  for (const { kind, period, allowed, used } of outcomes.limits) {
    if (allowed !== null && used > allowed)
      breach(`${person.name} is past a limit: ${used} of ${allowed} (${kind}, ${period})`);
  }
  const wagered = booked.filter(({ type }) => WAGERS.has(type));
  const { wagerMax } = person.care;
  if (wagerMax === undefined || new Set(booked.map(({ day }) => day)).size > 1) return;
  if (-sumOf(wagered) > wagerMax) breach(`${person.name} wagered ${-sumOf(wagered)} in a day, of ${wagerMax} allowed`);
}

async function judgeWords({ sql }: Db, people: readonly Person[], { breach }: Tally): Promise<void> {
  const keys = people.flatMap(({ diary }) => [...diary.messageKeys]);
  const counts = new Map((await selectMessageCounts(sql, keys)).map(({ key, count }) => [key, count]));
  for (const key of keys)
    if (counts.get(key) !== 1) breach(`message ${key} was told and is there ${counts.get(key) ?? 0} times`);
}

/** Holds what one player was told against what there is. */
export function judgePerson(seen: Seen, games: Games, tally: Tally): void {
  const { person, outcomes } = seen;
  const expected = [...expectedLines(person, outcomes, games), ...judgeReversals(seen, tally)];
  judgeLines(seen, expected, tally);
  judgeBalance(seen, sumOf(expected), tally);
  judgeItems(seen, tally);
  judgeLimits(seen, tally);
  for (const id of person.diary.ticketIds) {
    if (!outcomes.ticketIds.has(id)) tally.breach(`${person.name} was told of ticket ${id}, which is not there`);
  }
}

/** The same for everybody, once nothing moves any more. */
export async function judge(db: Db, client: Client, people: readonly Person[], tally: Tally): Promise<void> {
  const games = await readGames(client, people);
  const lines = await selectLines(
    db.sql,
    people.map(({ id }) => id),
  );
  const byPlayer = Map.groupBy(lines, ({ playerId }) => playerId);
  for (const person of people) {
    const outcomes = await readOutcomes(client, person);
    judgePerson({ person, outcomes, booked: byPlayer.get(person.id) ?? [] }, games, tally);
  }
  await judgeWords(db, people, tally);
}
