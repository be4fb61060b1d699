import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import type { Approved } from '#features/adjustments/adjustments.ts';
import { notifyTogether } from '#features/notifications/notifications.ts';
import { addSteps, type Step } from '#features/tallies/tallies.ts';
import { applyRequest } from './managing.ts';
import { type Completed, completeMissions } from './queries.ts';

export type { Step };

function messageOf({ title, reward }: Completed): string {
  return `“${title}” is done. ${groupDigits(reward)} diamonds are waiting to be claimed.`;
}

/**
 * Counts what players did towards their missions, in the same transaction. Each player's wallet must be locked by a stake or a
 * credit: this serializes counts per player and prevents deadlocks.
 */
export async function countSteps(tx: Tx, live: Deps['live'], steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return;
  const playerIds = [...new Set(steps.map(({ playerId }) => playerId))];
  tx.afterCommit(() => live.renew(playerIds, 'MISSION_PROGRESS'));
  const watched = await addSteps(tx, steps);
  if (watched.length === 0) return;
  const completed = await completeMissions(tx.sql, watched);
  await notifyTogether(
    tx,
    live,
    completed.map((each) => ({
      playerId: each.playerId,
      icon: 'mission',
      title: 'Mission completed',
      message: messageOf(each),
    })),
  );
}

/** Applies a mission, or an edit of one, that a second admin approved. */
export function applyMissionRequest(tx: Tx, deps: Pick<Deps, 'live'>, approved: Approved) {
  return applyRequest(tx, deps, approved);
}
