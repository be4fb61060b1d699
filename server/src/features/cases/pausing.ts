import { Refusal } from '@karat/contract/refusal';
import { HOUSE_EDGE_PERCENT_MIN } from '@karat/rules/cases';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import {
  type CaseWithItem,
  lockCase,
  lockCasesWithItems,
  lockItemsOfCases,
  pauseCase,
  resumeCase,
  selectDrops,
} from './queries.ts';
import { assertEdges, checkEdges, type EdgeCheck } from './saving.ts';
import { valuesOfDrops } from './views.ts';

type PausingDeps = Pick<Deps, 'live' | 'env'>;
type LowEdge = Exclude<EdgeCheck, 'enough'>;

function reasonOf({ env }: Pick<Deps, 'env'>, low: LowEdge): string {
  return low === 'house'
    ? `The house edge when sold back fell below ${HOUSE_EDGE_PERCENT_MIN} % because the price of an item rose.`
    : `The house edge when withdrawn is below ${env.minWithdrawEdge} %, the minimum of this site.`;
}

async function pause(tx: Tx, deps: PausingDeps, { id, name, low }: CaseWithItem & { low: LowEdge }): Promise<void> {
  const reason = reasonOf(deps, low);
  await pauseCase(tx.sql, { id, reason });
  await recordStaffAction(tx, { actorId: null, action: 'case.pause', subject: `case:${id}`, reason, after: { name } });
  const percentMin = low === 'house' ? HOUSE_EDGE_PERCENT_MIN : deps.env.minWithdrawEdge;
  await notifyStaff(tx, deps.live, { key: 'case.paused', parameters: { name, low, percentMin } });
}

/**
 * Pauses the cases whose edge is now too low. Called in the transaction of every item change, with the item locked. A case whose
 * edge recovered stays paused until staff check and save it.
 */
export async function recheckCases(tx: Tx, deps: PausingDeps, itemIds: readonly number[]): Promise<void> {
  const boxes = await lockCasesWithItems(tx.sql, itemIds);
  if (boxes.length === 0) return;
  const versionIds = boxes.map(({ versionId }) => versionId);
  const drops = Map.groupBy(await selectDrops(tx.sql, versionIds), ({ versionId }) => versionId);
  for (const box of boxes) {
    const check = checkEdges(deps, box.price, valuesOfDrops(drops.get(box.versionId)!));
    if (!box.isPaused && check !== 'enough') await pause(tx, deps, { ...box, low: check });
  }
}

type PauseByStaff = {
  readonly id: number;
  readonly isPaused: boolean;
  readonly reason: string;
  readonly actorId: number;
};

/** Pauses or resumes a case by hand. A case whose edge is too low stays paused. */
export function setCasePaused(deps: Pick<Deps, 'db' | 'env'>, change: PauseByStaff): Promise<void> {
  const { id, isPaused, reason, actorId } = change;
  return deps.db.transaction(async (tx) => {
    const box = await lockCase(tx.sql, id);
    if (box === undefined) throw new Refusal('not_found', 'Case not found.');
    if (box.isPaused === isPaused) return;
    if (isPaused) {
      await pauseCase(tx.sql, { id, reason });
    } else {
      assertEdges(deps, box.price, valuesOfDrops(await selectDrops(tx.sql, [box.versionId])));
      await resumeCase(tx.sql, id);
    }
    const action = isPaused ? 'case.pause' : 'case.resume';
    await recordStaffAction(tx, { actorId, action, subject: `case:${id}`, reason, after: { name: box.name } });
  });
}

/** Called at start. With real value, pauses cases that were saved before a withdrawal edge was required. */
export async function recheckAllCases(deps: Pick<Deps, 'db' | 'live' | 'env'>): Promise<void> {
  if (!deps.env.isRealValue) return;
  await deps.db.transaction(async (tx) => recheckCases(tx, deps, await lockItemsOfCases(tx.sql)));
}
