import { Refusal } from '@karat/contract/refusal';
import type { LimitKind, LimitPeriod, PlayLimit } from '@karat/contract/safer-play';
import type { Sql, Tx } from '#db/db.ts';
import {
  clearAsked,
  deleteLimit,
  type LimitName,
  type LimitRow,
  type OwnLimit,
  reckonUses,
  selectLimits,
  selectOwnLimit,
  updateAsked,
  upsertLimit,
} from './queries.ts';

export type Wish = { readonly kind: LimitKind; readonly period: LimitPeriod; readonly allowed: number | null };

/** A player's current limit. */
export type Standing = {
  readonly allowed: number | null;
  /** A requested looser limit, unless the request expired. */
  readonly asked: { readonly allowed: number | null } | null;
};

/** The effect of a limit request: it applies at once, waits for confirmation, or changes nothing. */
export type LimitStep = 'holds' | 'waits' | 'stays';

/** No limit is the loosest. */
const looseness = (allowed: number | null): number => allowed ?? Number.POSITIVE_INFINITY;

/** A tighter limit applies at once, a looser one later. Repeating a request does not restart its wait. */
export function limitStep({ allowed, asked }: Standing, wanted: number | null): LimitStep {
  if (looseness(wanted) < looseness(allowed)) return 'holds';
  if (wanted === allowed) return 'stays';
  return asked !== null && asked.allowed === wanted ? 'stays' : 'waits';
}

const ORDER = ['deposit', 'wager', 'loss'];

function viewOf({ kind, period, allowed, used, dueAt, askedAllowed, isDue }: LimitRow): PlayLimit {
  const pending = dueAt === null ? null : { allowed: askedAllowed, dueAt, isDue };
  return { kind, period, allowed, used, pending };
}

export async function listLimits(sql: Sql, playerId: number): Promise<PlayLimit[]> {
  const rows = await selectLimits(sql, playerId);
  return rows.map(viewOf).toSorted((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));
}

const NO_LIMIT: OwnLimit = { allowed: null, askedAllowed: null, dueAt: null, isDue: false, waitSeconds: 0 };

async function findLimit(tx: Tx, playerId: number, { kind, period }: LimitName): Promise<OwnLimit> {
  return (await selectOwnLimit(tx.sql, { playerId, kind, period })) ?? NO_LIMIT;
}

/** Applies a tighter limit or stores a request for a looser one; returns whether it applied. */
async function wishLimit(tx: Tx, playerId: number, wish: Wish): Promise<boolean> {
  const { allowed } = wish;
  const own = await findLimit(tx, playerId, wish);
  const asked = own.dueAt === null ? null : { allowed: own.askedAllowed };
  const step = limitStep({ allowed: own.allowed, asked }, allowed);
  if (step === 'waits') await updateAsked(tx.sql, { playerId, ...wish });
  if (step !== 'holds' || allowed === null) return false;
  await upsertLimit(tx.sql, { playerId, ...wish, allowed });
  return true;
}

/** Sets several limits and recounts their use once for all. The wallet is locked. */
export async function wishLimits(tx: Tx, playerId: number, wishes: readonly Wish[]): Promise<void> {
  let isTighter = false;
  for (const wish of wishes) isTighter = (await wishLimit(tx, playerId, wish)) || isTighter;
  if (isTighter) await reckonUses(tx.sql, playerId);
}

const nothingAsked = (): Refusal => new Refusal('not_found', 'There is no change of this limit to confirm.');

/** Applies a looser limit that was requested at least a day ago. The wallet is locked. */
export async function confirmAsked(tx: Tx, playerId: number, name: LimitName): Promise<void> {
  const { dueAt, isDue, askedAllowed, waitSeconds } = await findLimit(tx, playerId, name);
  if (dueAt === null) throw nothingAsked();
  if (!isDue) {
    const more = { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) };
    throw new Refusal('too_soon', 'A looser limit can be confirmed 24 hours after it was asked for.', more);
  }
  if (askedAllowed === null) await deleteLimit(tx.sql, { playerId, ...name });
  else await upsertLimit(tx.sql, { playerId, ...name, allowed: askedAllowed });
}

/** Drops the request for a looser limit, if there is one. */
export async function dropAsked(tx: Tx, playerId: number, name: LimitName): Promise<void> {
  await clearAsked(tx.sql, { playerId, ...name });
}
