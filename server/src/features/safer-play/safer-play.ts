import { Refusal } from '@karat/contract/refusal';
import type { Flows, SaferPlay } from '@karat/contract/safer-play';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordSiteEvent, recordStaffAction } from '#features/logs/logs.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import {
  findStoredExclusion,
  handOverKeys,
  applyStoredExclusions,
  releaseStoredExclusions,
  sealHandedOverKeys,
} from './exclusions.ts';
import { createFlows } from './flows.ts';
import { confirmRequested, dropRequested, listLimits, type LimitRequest, requestLimits } from './limits.ts';
import {
  ensureSaferPlay,
  type LimitName,
  selectBreaks,
  updateBreak,
  updateExclusion,
  updateHasLimits,
} from './queries.ts';
import { setRealityInterval, describeReality } from './reality.ts';

export { findStoredExclusion, handOverKeys, applyStoredExclusions, sealHandedOverKeys };

type PlayDeps = Pick<Deps, 'db' | 'live' | 'seal' | 'log'>;

export async function describeSaferPlay(
  { db }: Pick<Deps, 'db'>,
  playerId: number,
  readFlows: (playerId: number) => Promise<Flows[]>,
): Promise<SaferPlay> {
  const [limits, realityCheck, rests, flows] = await Promise.all([
    listLimits(db.sql, playerId),
    describeReality(db.sql, playerId),
    selectBreaks(db.sql, playerId),
    readFlows(playerId),
  ]);
  return { limits, realityCheck, ...rests, flows };
}

/** Reads a player's deposits, withdrawals and wagers of all time, as the player sees them. */
export function createTotalFlows(deps: Pick<Deps, 'db'>): (playerId: number) => Promise<Flows> {
  const readFlows = createFlows(deps);
  return async (playerId) => (await readFlows(playerId)).at(-1)!;
}

/** Changes a player's limits or breaks under the lock that every stake takes, and updates their tabs. */
function change({ db, live }: PlayDeps, playerId: number, work: (tx: Tx) => Promise<void>): Promise<void> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, playerId);
    await ensureSaferPlay(tx.sql, playerId);
    await work(tx);
    await setNeedsChecks(tx, playerId, await updateHasLimits(tx.sql, playerId));
    tx.afterCommit(() => live.toPlayer(playerId, 'SAFER_PLAY_CHANGED', {}));
  });
}

type Change = { readonly limits: readonly LimitRequest[]; readonly realityMinutes?: number | undefined };

/** Sets limits and the interval of reality checks. What is left out stays. */
export function setLimits(deps: PlayDeps, playerId: number, { limits, realityMinutes }: Change): Promise<void> {
  return change(deps, playerId, async (tx) => {
    await requestLimits(tx, playerId, limits);
    if (realityMinutes !== undefined) await setRealityInterval(tx, playerId, realityMinutes);
  });
}

export function confirmLimit(deps: PlayDeps, playerId: number, name: LimitName): Promise<void> {
  return change(deps, playerId, (tx) => confirmRequested(tx, playerId, name));
}

export function dropPendingLimit(deps: PlayDeps, playerId: number, name: LimitName): Promise<void> {
  return change(deps, playerId, (tx) => dropRequested(tx, playerId, name));
}

/** Starts a break: no wagers, deposits or games for so many days. Games in progress finish normally. */
export function takeBreak(deps: PlayDeps, playerId: number, days: number): Promise<void> {
  return change(deps, playerId, async (tx) => {
    if (!(await updateBreak(tx.sql, playerId, days))) {
      throw new Refusal('on_break', 'Your break already lasts longer. You can extend it, but not shorten it.');
    }
    const entry = { event: 'safer-play.break', subject: `player:${playerId}`, details: { days } };
    await recordSiteEvent(tx, { playerId, ...entry });
  });
}

/** Excludes the player for months, and every account that appears with the same Steam id or verified e-mail in that time. */
export function excludeMyself(deps: PlayDeps, playerId: number, months: number): Promise<void> {
  return change(deps, playerId, async (tx) => {
    if ((await updateExclusion(tx.sql, playerId, months)) === undefined) {
      throw new Refusal('self_excluded', 'Your exclusion already lasts longer. You can extend it, but not shorten it.');
    }
    await applyStoredExclusions(tx, deps, { playerId });
    const entry = { event: 'safer-play.exclusion', subject: `player:${playerId}`, details: { months } };
    await recordSiteEvent(tx, { playerId, ...entry });
  });
}

type Release = { readonly playerId: number; readonly actorId: number; readonly reason: string };

/** Ends an exclusion for staff: that of the account, and those stored under its e-mail and Steam id, even from another account. */
export function releaseExclusion(deps: PlayDeps, { playerId, actorId, reason }: Release): Promise<void> {
  if (playerId === actorId) throw new Refusal('forbidden', 'You cannot release your own exclusion.');
  return change(deps, playerId, async (tx) => {
    const { excludedUntil, storedUntil } = await releaseStoredExclusions(tx, deps, playerId);
    if (excludedUntil === null && storedUntil === null) {
      throw new Refusal('not_found', 'There is no exclusion to release.');
    }
    const states = { before: { excludedUntil, storedUntil }, after: { excludedUntil: null, storedUntil: null } };
    await recordStaffAction(tx, {
      actorId,
      action: 'safer-play.release',
      subject: `player:${playerId}`,
      reason,
      ...states,
    });
  });
}
