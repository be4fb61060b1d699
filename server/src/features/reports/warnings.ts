import type { Deps } from '#deps.ts';
import { groupDigits } from '#diamonds-text.ts';
import { notifyStaff } from '#features/notifications/notifications.ts';
import { type AdjustmentWarning, insertWarning, selectUnreportedAdjustments } from './adjustment-queries.ts';

const diamonds = (amount: number): string => `${groupDigits(Math.abs(amount))} diamonds`;

function warningText({ kind, username, amount, limit, reason }: AdjustmentWarning): { title: string; message: string } {
  const verb = amount > 0 ? 'gave' : 'took';
  if (kind === 'own') {
    const message = `${username} ${verb} ${diamonds(amount)} ${amount > 0 ? 'to' : 'from'} their own account: ${reason}`;
    return { title: 'An admin changed their own balance', message };
  }
  const message = `${username} ${verb} ${diamonds(amount)} within 24 hours, in changes that were each within the limit of ${diamonds(limit)}.`;
  return { title: 'Balance changes add up', message };
}

/** Notifies staff once of each notable adjustment. Refuses and reverts nothing. */
export async function warnOfAdjustments({ db, live }: Pick<Deps, 'db' | 'live'>): Promise<number> {
  const unreported = await selectUnreportedAdjustments(db.sql);
  if (unreported.length === 0) return 0;
  return db.transaction(async (tx) => {
    let sent = 0;
    for (const warning of unreported) {
      if (!(await insertWarning(tx.sql, warning))) continue;
      await notifyStaff(tx, live, { icon: 'shield', ...warningText(warning) });
      sent += 1;
    }
    return sent;
  });
}
