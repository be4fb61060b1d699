import assert from 'node:assert/strict';
import type { Sql, Tx } from '#db/db.ts';
import { countStaffActs, insertSiteEvent, insertStaffAct, lockStaffActs, selectBrokenStaffActs } from './queries.ts';

export type StaffAct = {
  /** Null if the site itself or its operator acted. */
  readonly actorId: number | null;
  /** The action, such as `case.edit`. */
  readonly act: string;
  /** Its object, such as `case:7`. */
  readonly subject: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
};

const BREACHES_LISTED_MAX = 20;

const SECRET_NAME = /password|secret|token|cookie|sealed|serverSeed(?!Hash)|e-?mail/i;

/** A kind, or a kind and an id. A player is always given by id, from which the name is looked up. */
const SUBJECT = /^(?:player:\d{1,15}|(?!player\b)[a-z-]+(?::[\w-]+)?)$/;

/** Serialises the details of an entry. All staff can read them forever, so no secrets or contact data may be in them. */
function safeJson(details: object | undefined): string | null {
  if (details === undefined) return null;
  assert(!Array.isArray(details), 'Details must be an object');
  return JSON.stringify(details, (name, value: unknown) => {
    assert(!SECRET_NAME.test(name), `"${name}" must not be in the staff log`);
    return value;
  });
}

/**
 * Records an act of staff in the transaction that performs it. Rows never change, and each row's hash covers the previous one.
 * Call it near the end of the transaction, because other acts wait until it commits.
 */
export async function recordStaffAct(tx: Tx, staffAct: StaffAct): Promise<void> {
  const { actorId, act, subject, reason, before, after } = staffAct;
  assert(SUBJECT.test(subject), `"${subject}" is not a valid subject`);
  const texts = { before: safeJson(before), after: safeJson(after) };
  await lockStaffActs(tx.sql);
  await insertStaffAct(tx.sql, { actorId, act, subject, reason: reason ?? null, ...texts });
}

export type SiteEvent = {
  /** Null if no player is concerned. */
  readonly playerId: number | null;
  /** What happened, such as `account.signup`. */
  readonly event: string;
  /** Its object, such as `player:7`. */
  readonly subject: string;
  readonly details?: object;
};

/** Records a notable event of a player or of the site in the transaction in which it happens. */
export async function recordSiteEvent(tx: Pick<Tx, 'sql'>, siteEvent: SiteEvent): Promise<void> {
  const { playerId, event, subject, details } = siteEvent;
  assert(SUBJECT.test(subject), `"${subject}" is not a valid subject`);
  await insertSiteEvent(tx.sql, { playerId, event, subject, details: safeJson(details) });
}

/** The number of acts, and the ids at which the chain is broken. */
export async function verifyStaffActs(sql: Sql): Promise<{ total: number; brokenIds: number[] }> {
  const broken = await selectBrokenStaffActs(sql, BREACHES_LISTED_MAX);
  return { total: await countStaffActs(sql), brokenIds: broken.map(({ id }) => id) };
}
