import { NOTABLE_LISTED } from '@karat/contract/reports';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { dayAfter, type DayRange } from './day-range.ts';
import { casePayoutsByDay, roundPayoutsByDay } from './expected-payouts.ts';
import {
  type CaseDay,
  insertCaseDays,
  insertLedgerDays,
  insertReportDay,
  insertRouletteDay,
  type LedgerDay,
  type PlayedDay,
  selectCaseDays,
  selectClosing,
  selectLedgerDays,
  selectRouletteDays,
  sumLedgerDays,
} from './queries.ts';
import { insertPlayerDays, insertWinDays, selectWins, sumPlayerDays } from './notable-queries.ts';
import { insertSkinDays } from './skin-queries.ts';
import { readSkinsToStore } from './skins.ts';

/**
 * Closes every finished day in order; returns how many. A ledger row has the start time of its transaction, so a day stays open
 * until no transaction that began in it can still be running.
 */
export async function closeDays({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<number> {
  for (let closed = 0; ; closed++) {
    const { next, dueTo } = await db.snapshot(selectClosing);
    if (next === null || next > dueTo || signal?.aborted === true) return closed;
    const range = { from: next, to: next };
    // A finished day does not change, so a slow read before the write is safe.
    const { lines, cases, rounds, skins, gains, wins } = await db.snapshot(async (sql) => ({
      lines: await sumLedgerDays(sql, range),
      cases: await casePayoutsByDay(sql, range),
      rounds: await roundPayoutsByDay(sql, range),
      skins: await readSkinsToStore(sql, next),
      gains: await sumPlayerDays(sql, range),
      wins: await selectWins(sql, { ...range, limit: NOTABLE_LISTED }),
    }));
    await db.transaction(async ({ sql }) => {
      if (!(await insertReportDay(sql, next))) return;
      await insertLedgerDays(sql, lines);
      await insertSkinDays(sql, skins);
      await insertPlayerDays(sql, gains);
      await insertWinDays(sql, wins);
      await insertCaseDays(sql, cases);
      for (const played of rounds) await insertRouletteDay(sql, played);
    });
  }
}

/** Splits a range into closed days and days that must be summed; a part without days is undefined. */
export async function splitRange(
  sql: Sql,
  { from, to }: DayRange,
): Promise<{ closed: DayRange | undefined; open: DayRange | undefined }> {
  const { closedTo } = await selectClosing(sql);
  if (closedTo === null || closedTo < from) return { closed: undefined, open: { from, to } };
  if (closedTo >= to) return { closed: { from, to }, open: undefined };
  return { closed: { from, to: closedTo }, open: { from: dayAfter(closedTo), to } };
}

type Reads<Row> = {
  closed: (sql: Sql, range: DayRange) => Promise<Row[]>;
  open: (sql: Sql, range: DayRange) => Promise<Row[]>;
};

/** Rows of a range, from closed days where there are some. */
export async function readBoth<Row>(sql: Sql, range: DayRange, reads: Reads<Row>): Promise<Row[]> {
  const { closed, open } = await splitRange(sql, range);
  return [
    ...(closed === undefined ? [] : await reads.closed(sql, closed)),
    ...(open === undefined ? [] : await reads.open(sql, open)),
  ];
}

/** Daily sums of the ledger, closed days from stored sums. */
export const readLedgerDays = (sql: Sql, range: DayRange): Promise<LedgerDay[]> =>
  readBoth(sql, range, { closed: selectLedgerDays, open: sumLedgerDays });

export const readCaseDays = (sql: Sql, range: DayRange): Promise<CaseDay[]> =>
  readBoth(sql, range, { closed: selectCaseDays, open: casePayoutsByDay });

export const readRouletteDays = (sql: Sql, range: DayRange): Promise<PlayedDay[]> =>
  readBoth(sql, range, { closed: selectRouletteDays, open: roundPayoutsByDay });
