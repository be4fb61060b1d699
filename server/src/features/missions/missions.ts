import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { ApprovedRequest } from '#features/adjustments/adjustments.ts';
import { notifyMany } from '#features/notifications/notifications.ts';
import { tallyActions, type PlayerAction } from '#features/tallies/tallies.ts';
import { applyApprovedMission } from './mission-editing.ts';
import { completeMissions } from './queries.ts';

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
  const playerIds = [...new Set(actions.map(({ playerId }) => playerId))];
  tx.afterCommit(() => live.scheduleRefresh(playerIds, 'MISSION_PROGRESS'));
  const candidateIds = await tallyActions(tx, actions);
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

/** Applies a mission, or an edit of one, that a second admin approved. */
export function applyMissionRequest(tx: Tx, deps: Pick<Deps, 'live'>, approved: ApprovedRequest) {
  return applyApprovedMission(tx, deps, approved);
}
