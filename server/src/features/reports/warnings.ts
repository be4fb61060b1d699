import type { Deps } from '#deps.ts';
import { notifyStaff, type StaffNotification } from '#features/notifications/notifications.ts';
import { type AdjustmentWarning, insertWarning, selectUnreportedAdjustments } from './adjustment-queries.ts';

function warningOf({ kind, username, amount, limit, reason }: AdjustmentWarning): StaffNotification {
  return kind === 'own'
    ? { key: 'adjustment.ownBalance', parameters: { username, amount, reason } }
    : { key: 'adjustment.sumAboveLimit', parameters: { username, amount, limit } };
}

/** Notifies staff once of each notable adjustment. Refuses and reverts nothing. */
export async function warnOfAdjustments({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<number> {
  const unreported = await selectUnreportedAdjustments(db.sql);
  if (unreported.length === 0) return 0;
  return db.transaction(async (tx) => {
    let warningCount = 0;
    for (const warning of unreported) {
      if (!(await insertWarning(tx.sql, warning))) continue;
      await notifyStaff(tx, live, warningOf(warning));
      warningCount += 1;
    }
    return warningCount;
  });
}
