import type { Tx } from '#db/db.ts';
import { deleteDetached, insertMessages, type NewMessage } from './queries.ts';

/** Queues a push to the devices that want it, in the transaction of the event it reports. The loop sends it after the commit. */
export async function queuePush(tx: Tx, message: NewMessage): Promise<void> {
  await insertMessages(tx.sql, message);
}

/** Ends the subscriptions of a player whose sessions have expired. Those of other sessions end with them. */
export async function removeDetachedDevices(tx: Tx, playerId: number): Promise<void> {
  await deleteDetached(tx.sql, playerId);
}
