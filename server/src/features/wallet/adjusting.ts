import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { insertAdjustment, type NewAdjustment } from './queries.ts';
import { moveDiamonds } from './wallet.ts';

/** Changes a balance by hand: the line, its reason, the word to the player and the line about staff in one commit. */
export async function adjustBalance(tx: Tx, live: Deps['live'], adjustment: NewAdjustment): Promise<number> {
  const { playerId, amount, reason, actorId } = adjustment;
  const id = await insertAdjustment(tx.sql, adjustment);
  if (id === undefined) throw new Refusal('not_found', 'User not found.');
  const { balance } = await moveDiamonds(tx, live, {
    type: 'ADMIN_ADJUST',
    reference: `adjust:${id}`,
    playerId,
    account: 'external:adjust',
    amount,
  });
  await notify(tx, live, {
    playerId,
    icon: 'diamond',
    title: 'Balance adjusted',
    message: `${amount > 0 ? '+' : '−'}${Math.abs(amount).toLocaleString('de-DE')} diamonds by staff: ${reason}`,
  });
  await recordStaffAct(tx, {
    actorId,
    act: 'wallet.adjust',
    subject: `player:${playerId}`,
    reason,
    before: { balance: balance - amount },
    after: { balance, adjustment: id },
  });
  return balance;
}
