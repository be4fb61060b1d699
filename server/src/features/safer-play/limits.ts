import { Refusal } from '@karat/contract/refusal';
import type { LimitKind, LimitPeriod, PlayLimit } from '@karat/contract/safer-play';
import type { Sql, Tx } from '#db/db.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import {
  clearRequestedLimit,
  deleteLimit,
  type LimitName,
  type LimitRow,
  type OwnLimit,
  recountUses,
  selectLimits,
  selectOwnLimit,
  updateRequestedLimit,
  upsertLimit,
} from './queries.ts';

export type LimitRequest = { readonly kind: LimitKind; readonly period: LimitPeriod; readonly allowed: number | null };

/** A player's current limit. */
export type CurrentLimit = {
  readonly allowed: number | null;
  /** A requested looser limit, unless the request expired. */
  readonly requested: { readonly allowed: number | null } | null;
};

/** The effect of a limit request: it applies immediately, waits for confirmation, or changes nothing. */
export type LimitEffect = 'holds' | 'waits' | 'stays';

/** No limit is the loosest. */
const looseness = (allowed: number | null): number => allowed ?? Number.POSITIVE_INFINITY;

/** A tighter limit applies immediately, a looser one later. Repeating a request does not restart its wait. */
export function limitEffect({ allowed, requested }: CurrentLimit, newAllowed: number | null): LimitEffect {
  if (looseness(newAllowed) < looseness(allowed)) return 'holds';
  if (newAllowed === allowed) return 'stays';
  return requested !== null && requested.allowed === newAllowed ? 'stays' : 'waits';
}

const ORDER = ['deposit', 'wager', 'loss'];

function viewOf({ kind, period, allowed, used, dueAt, requestedAllowed, isDue }: LimitRow): PlayLimit {
  const pending = dueAt === null ? null : { allowed: requestedAllowed, dueAt, isDue };
  return { kind, period, allowed, used, pending };
}

export async function listLimits(sql: Sql, playerId: number): Promise<PlayLimit[]> {
  const rows = await selectLimits(sql, playerId);
  return rows.map(viewOf).toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

const NO_LIMIT: OwnLimit = { allowed: null, requestedAllowed: null, dueAt: null, isDue: false, waitSeconds: 0 };

async function findLimit(tx: Tx, playerId: number, { kind, period }: LimitName): Promise<OwnLimit> {
  return (await selectOwnLimit(tx.sql, { playerId, kind, period })) ?? NO_LIMIT;
}

type NewLimit = LimitName & { readonly allowed: number | null };

/** Records a limit that applies from now on, or a looser one that the player asked for. */
function recordLimit(
  tx: Tx,
  playerId: number,
  event: 'limit' | 'limit-request',
  { kind, period, allowed }: NewLimit,
): Promise<void> {
  const entry = { event: `safer-play.${event}`, subject: `player:${playerId}`, details: { kind, period, allowed } };
  return recordSiteEvent(tx, { playerId, ...entry });
}

/** Applies a tighter limit or stores a request for a looser one; returns whether it applied. */
async function requestLimit(tx: Tx, playerId: number, request: LimitRequest): Promise<boolean> {
  const { allowed } = request;
  const limit = await findLimit(tx, playerId, request);
  const requested = limit.dueAt === null ? null : { allowed: limit.requestedAllowed };
  const effect = limitEffect({ allowed: limit.allowed, requested }, allowed);
  if (effect === 'waits') {
    await updateRequestedLimit(tx.sql, { playerId, ...request });
    await recordLimit(tx, playerId, 'limit-request', request);
  }
  if (effect !== 'holds' || allowed === null) return false;
  await upsertLimit(tx.sql, { playerId, ...request, allowed });
  await recordLimit(tx, playerId, 'limit', request);
  return true;
}

/** Sets several limits and recounts their use once for all. The wallet is locked. */
export async function requestLimits(tx: Tx, playerId: number, requests: readonly LimitRequest[]): Promise<void> {
  let isTighter = false;
  for (const request of requests) isTighter = (await requestLimit(tx, playerId, request)) || isTighter;
  if (isTighter) await recountUses(tx.sql, playerId);
}

const noRequestedLimit = (): Refusal => new Refusal('not_found', 'This limit has no change to confirm.');

/** Applies a looser limit that was requested at least a day ago. The wallet is locked. */
export async function confirmRequested(tx: Tx, playerId: number, name: LimitName): Promise<void> {
  const { dueAt, isDue, requestedAllowed, waitSeconds } = await findLimit(tx, playerId, name);
  if (dueAt === null) throw noRequestedLimit();
  if (!isDue) {
    const details = { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) };
    throw new Refusal('too_soon', 'You can confirm this change 24 hours after you requested it.', details);
  }
  if (requestedAllowed === null) await deleteLimit(tx.sql, { playerId, ...name });
  else await upsertLimit(tx.sql, { playerId, ...name, allowed: requestedAllowed });
  await recordLimit(tx, playerId, 'limit', { ...name, allowed: requestedAllowed });
}

/** Drops the request for a looser limit, if there is one. */
export async function dropRequested(tx: Tx, playerId: number, name: LimitName): Promise<void> {
  await clearRequestedLimit(tx.sql, { playerId, ...name });
}
