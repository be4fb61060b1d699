import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { ApprovedRequest } from '#features/adjustments/adjustments.ts';
import { notifyMany } from '#features/notifications/notifications.ts';
import { type PlayerAction, tallyActions, tallyCases, totalIndexOf } from '#features/tallies/tallies.ts';
import { applyApprovedMission } from './mission-editing.ts';
import { completeMissions } from './queries.ts';

export { totalIndexOf };
export type { PlayerAction };

/**
 * Counts what players did towards their missions, in the same transaction. Each player's wallet must be locked by a stake or a
 * credit: this serializes counts per player and prevents deadlocks.
 */
export async function countTowardsMissions(
  tx: Tx,
  live: Deps['live'],
  actions: readonly PlayerAction[],
): Promise<void> {
  if (actions.length === 0) return;
  sendProgress(tx, live, actions);
  await completeReached(tx, live, await tallyActions(tx, actions));
}

/** Wagers that were counted in the statement that took their stakes. */
export type CountedWagers = {
  readonly actions: readonly PlayerAction[];
  /** Players who may have reached a mission's target. */
  readonly candidateIds: readonly number[];
  /** Opened cases that a mission asks for: they are not counted yet. */
  readonly missionCaseIds: readonly number[];
};

/** Does what `countTowardsMissions` does, for wagers that are counted already. */
export async function completeCounted(
  tx: Tx,
  live: Deps['live'],
  { actions, candidateIds, missionCaseIds }: CountedWagers,
): Promise<void> {
  if (actions.length === 0) return;
  sendProgress(tx, live, actions);
  const ofCases = missionCaseIds.length === 0 ? [] : await tallyCases(tx, actions, missionCaseIds);
  await completeReached(tx, live, [...new Set([...candidateIds, ...ofCases])]);
}

function sendProgress(tx: Tx, live: Deps['live'], actions: readonly PlayerAction[]): void {
  const playerIds = [...new Set(actions.map(({ playerId }) => playerId))];
  tx.afterCommit(() => live.scheduleRefresh(playerIds, 'MISSION_PROGRESS'));
}

async function completeReached(tx: Tx, live: Deps['live'], candidateIds: readonly number[]): Promise<void> {
  if (candidateIds.length === 0) return;
  const completed = await completeMissions(tx.sql, candidateIds);
  await notifyMany(
    tx,
    live,
    completed.map(({ playerId, title, reward }) => ({
      playerId,
      key: 'mission.completed',
      parameters: { title, reward },
    })),
  );
}

/** Applies a mission, or an edit of one, that a second person approved. */
export function applyMissionRequest(tx: Tx, deps: Pick<Deps, 'live'>, approved: ApprovedRequest) {
  return applyApprovedMission(tx, deps, approved);
}
