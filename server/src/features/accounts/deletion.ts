import { Refusal } from '@karat/contract/refusal';
import { nameKey } from '@karat/rules/names';
import type { Tx } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import { deleteFactors } from '#features/factors/factors.ts';
import { closeListingsAndOrders } from '#features/market/market.ts';
import { deleteRoomMessages } from '#features/rooms/rooms.ts';
import { applyStoredExclusions } from '#features/safer-play/safer-play.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import type { AccountDeps, AuthTools } from './account-deps.ts';
import {
  type DeletionBlockers,
  deleteChatMessages,
  deletePersonalData,
  lockPlayer,
  selectDeletionBlockers,
  updateToDeleted,
} from './deletion-queries.ts';
import { recordAccountEvent } from './account-events.ts';
import { assertReauthenticated } from './reauthentication.ts';
import { endAllSessions } from './sessions.ts';

export type DeletionRequest = {
  readonly username: string;
  readonly password?: string | undefined;
  readonly address: string;
};

const STALE_SIGN_IN = 'Please sign in with Steam again, then delete the account within ten minutes.';

/** Tabs show no older messages than these. */
const MESSAGES_ANNOUNCED_MAX = 200;

function assertNothingPending({ isStaff, isFlagged, isSeated, hasBet, hasOffer }: DeletionBlockers): void {
  if (isStaff) throw new Refusal('forbidden', 'Staff accounts cannot be deleted.');
  if (isSeated) throw new Refusal('account_busy', 'You are in a room. Leave it, or wait until the match is over.');
  if (hasBet) throw new Refusal('account_busy', 'You have an open bet. Wait until the round is over.');
  if (hasOffer) throw new Refusal('account_busy', 'You have a trade that is still open or can still be reversed.');
  if (isFlagged) throw new Refusal('account_busy', 'Our staff must review your account first.');
}

/** Erases the personal data of the account. Locks market books first, then the wallet, then the account. */
async function erasePersonalData(tx: Tx, deps: AccountDeps, playerId: number): Promise<void> {
  await closeListingsAndOrders(tx, playerId);
  await lockWallet(tx, playerId);
  await lockPlayer(tx.sql, playerId);
  assertNothingPending(await selectDeletionBlockers(tx.sql, playerId));
  await setNeedsChecks(tx, playerId, true);
  await applyStoredExclusions(tx, deps, { playerId, isDeletion: true });
  await deletePersonalData(tx.sql, playerId);
  await deleteFactors(tx.sql, playerId);
  await deleteRoomMessages(tx, playerId);
  const deletedIds = await deleteChatMessages(tx.sql, playerId);
  for (const id of deletedIds.slice(-MESSAGES_ANNOUNCED_MAX)) {
    tx.afterCommit(() => deps.live.toAll('MESSAGE_DELETED', { id }));
  }
  await updateToDeleted(tx.sql, playerId);
  await endAllSessions(tx, { sessions: deps.sessions, playerId });
  await recordAccountEvent(tx, { playerId, event: 'deletion' });
}

/**
 * Deletes the account: name, e-mail, Steam id, devices, messages. The books, their balance and tickets stay under a name that
 * identifies no one. Exclusions, breaks and limits stay as hashes, so that they apply to the same person again.
 */
export async function deleteAccount(
  deps: AccountDeps,
  tools: AuthTools,
  caller: Caller,
  form: DeletionRequest,
): Promise<void> {
  if (nameKey(form.username) !== nameKey(caller.username)) {
    throw new Refusal('invalid', 'Type your username to confirm.');
  }
  if (caller.staffRole !== null) throw new Refusal('forbidden', 'Staff accounts cannot be deleted.');
  await assertReauthenticated(deps, tools, caller, { ...form, staleMessage: STALE_SIGN_IN });
  await deps.db.transaction((tx) => erasePersonalData(tx, deps, caller.id));
}
