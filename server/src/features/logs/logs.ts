import assert from 'node:assert/strict';
import type { Sql, Tx } from '#db/db.ts';
import {
  countStaffActions,
  deleteEvents,
  insertSiteEvent,
  insertStaffAction,
  lockStaffActions,
  selectBrokenStaffActions,
} from './queries.ts';

export type StaffAction = {
  /** Null if the site itself or its operator acted. */
  readonly actorId: number | null;
  /** The action, such as `case.edit`. */
  readonly action: string;
  /** Its object, such as `case:7`. */
  readonly subject: string;
  readonly reason?: string;
  readonly before?: object;
  readonly after?: object;
};

const BREACHES_REPORTED_MAX = 20;

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
 * Records a staff action in the transaction that performs it. Rows never change, and each row's hash covers the previous one.
 * Call it near the end of the transaction, because other actions wait until it commits.
 */
export async function recordStaffAction(tx: Tx, staffAction: StaffAction): Promise<void> {
  const { actorId, action, subject, reason, before, after } = staffAction;
  assert(SUBJECT.test(subject), `"${subject}" is not a valid subject`);
  const texts = { before: safeJson(before), after: safeJson(after) };
  await lockStaffActions(tx.sql);
  await insertStaffAction(tx.sql, { actorId, action, subject, reason: reason ?? null, ...texts });
}

export type SiteEvent = {
  /** Null if no player is concerned. */
  readonly playerId: number | null;
  /** The name of the event, such as `account.signup`. */
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

const DELETED_AT_ONCE_MAX = 5_000;

/** Deletes events that happened that long ago. Actions of staff stay for good, because each proves the one before. */
export async function deleteOldEvents(sql: Sql, ageMs: number): Promise<void> {
  while ((await deleteEvents(sql, { ageMs, limit: DELETED_AT_ONCE_MAX })) === DELETED_AT_ONCE_MAX);
}

/** Verifies the chain of staff actions. Returns the number of actions, and the ids at which the chain is broken. */
export async function verifyStaffActions(sql: Sql): Promise<{ total: number; brokenIds: number[] }> {
  const broken = await selectBrokenStaffActions(sql, BREACHES_REPORTED_MAX);
  return { total: await countStaffActions(sql), brokenIds: broken.map(({ id }) => id) };
}
