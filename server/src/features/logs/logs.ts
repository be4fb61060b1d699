import assert from 'node:assert/strict';
import type { Sql, Tx } from '#db/db.ts';
import { countStaffActs, insertSiteEvent, insertStaffAct, lockStaffActs, selectBrokenStaffActs } from './queries.ts';

export type StaffAct = {
  /** Null where the site itself or its operator acted. */
  readonly actorId: number | null;
  /** What was done, as `case.edit`. */
  readonly act: string;
  /** To what, as `case:7`. */
  readonly subject: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
};

const BREACHES_LISTED_MAX = 20;

const SECRET_NAME = /password|secret|token|cookie|sealed|serverSeed(?!Hash)|e-?mail/i;

/** A kind, or a kind and which one; a person always by the number that their name is found by. */
const SUBJECT = /^(?:player:\d{1,15}|(?!player\b)[a-z-]+(?::[\w-]+)?)$/;

/** What is written here is read by all staff for ever, so nothing may stand in it that opens a door or finds a person. */
function textOf(told: object | undefined): string | null {
  if (told === undefined) return null;
  assert(!Array.isArray(told), 'what is told is told by name');
  return JSON.stringify(told, (name, value: unknown) => {
    assert(!SECRET_NAME.test(name), `"${name}" does not belong into the log of staff`);
    return value;
  });
}

/**
 * Writes down what staff did, in the transaction that does it. Rows are never changed, and each row's hash covers the one
 * before it. Near the end of the transaction, please: other acts wait until it commits.
 */
export async function recordStaffAct(tx: Tx, staffAct: StaffAct): Promise<void> {
  const { actorId, act, subject, reason, before, after } = staffAct;
  assert(SUBJECT.test(subject), `"${subject}" is no subject`);
  const texts = { before: textOf(before), after: textOf(after) };
  await lockStaffActs(tx.sql);
  await insertStaffAct(tx.sql, { actorId, act, subject, reason: reason ?? null, ...texts });
}

export type SiteEvent = {
  /** Null where it is about nobody. */
  readonly playerId: number | null;
  /** What happened, as `account.signup`. */
  readonly event: string;
  /** To what, as `player:7`. */
  readonly subject: string;
  readonly details?: object;
};

/** Writes down something notable that players or the site itself did, in the transaction in which it happens. */
export async function recordSiteEvent(tx: Pick<Tx, 'sql'>, siteEvent: SiteEvent): Promise<void> {
  const { playerId, event, subject, details } = siteEvent;
  assert(SUBJECT.test(subject), `"${subject}" is no subject`);
  await insertSiteEvent(tx.sql, { playerId, event, subject, details: textOf(details) });
}

/** How many acts there are, and those at which the chain is broken. */
export async function verifyStaffActs(sql: Sql): Promise<{ total: number; brokenIds: number[] }> {
  const broken = await selectBrokenStaffActs(sql, BREACHES_LISTED_MAX);
  return { total: await countStaffActs(sql), brokenIds: broken.map(({ id }) => id) };
}
