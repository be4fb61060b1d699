import { Refusal } from '@karat/contract/refusal';
import { isTradeOpen, canBecome } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { recountDeposit } from '#features/adjustments/adjustments.ts';
import { releaseFrozenHolds } from '#features/holds/holds.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { countDeposit } from '#features/play-limits/play-limits.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { cancelForStaff } from './cancellation.ts';
import { publishOfferChange } from './live-updates.ts';
import { updateToWithdrawing, updateReturnedToOwned } from './item-queries.ts';
import { insertEvent, lockOffer, type OfferRow, updateNextCheck, updateApproved, updateRetried } from './queries.ts';
import { clearFlagOf, hasPlayer } from './trader-queries.ts';
import type { TransitionDeps } from './transitions.ts';

type StaffCaller = { readonly actorId: number };

async function lockExisting(tx: Tx, offerId: number): Promise<OfferRow> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer === undefined) throw new Refusal('not_found', 'Offer not found.');
  return offer;
}

const offerOver = (): Refusal => new Refusal('offer_over', 'This offer can no longer be changed.');

/** Approves a large withdrawal. A repeat has no effect. */
export async function approveWithdrawal(
  tx: Tx,
  { offerId, actorId }: StaffCaller & { offerId: number },
): Promise<void> {
  const offer = await lockExisting(tx, offerId);
  if (offer.kind !== 'withdrawal') throw offerOver();
  if (offer.playerId === actorId) throw new Refusal('forbidden', 'Another person must approve your own withdrawal.');
  if (offer.state === 'CREATED' || offer.state === 'SENT') return;
  if (offer.state !== 'AWAITING_APPROVAL' || offer.cancelReason !== null) throw offerOver();
  await updateApproved(tx.sql, offerId, actorId);
  await insertEvent(tx.sql, offerId, { event: 'approved' });
  await publishOfferChange(tx, offerId);
  const { amount, playerId } = offer;
  const logEntry = { action: 'trade.approve', subject: `trade-offer:${offerId}`, after: { playerId, amount } };
  await recordStaffAction(tx, { actorId, ...logEntry });
}

/** Retries a failed offer: a withdrawal reserves its item again if it is free, a deposit counts against limits again. */
async function retryFailed(tx: Tx, deps: TransitionDeps, offer: OfferRow): Promise<void> {
  const { id, kind, playerId, inventoryId, amount } = offer;
  const bound = kind === 'deposit' || (await updateToWithdrawing(tx.sql, { playerId, inventoryId: inventoryId! }));
  if (!bound) throw new Refusal('item_locked', 'This item is locked and cannot be withdrawn right now.');
  if (kind === 'deposit') {
    await countDeposit(tx, { playerId, amount });
    if (!(await recountDeposit(tx, deps, id))) {
      throw new Refusal('awaiting_approval', 'Our staff must confirm the price of one of these skins first.');
    }
  }
  await updateRetried(tx.sql, id).catch((error: unknown) => {
    if (isUniqueViolation(error, 'trade_offer_skins_one_open')) {
      throw new Refusal('item_locked', 'One of these skins is already in another offer.');
    }
    throw error;
  });
  await insertEvent(tx.sql, id, { event: 'retried' });
}

/** Retries an offer that could not be sent, or checks a waiting or final one now. */
export async function retryOffer(
  tx: Tx,
  deps: TransitionDeps,
  { offerId, actorId }: StaffCaller & { offerId: number },
): Promise<void> {
  const offer = await lockExisting(tx, offerId);
  const { kind, state, platformId } = offer;
  if (platformId === null && canBecome(kind, state, 'CREATED') && state === 'FAILED')
    await retryFailed(tx, deps, offer);
  else if (state === 'FINAL' || (isTradeOpen(state) && state !== 'AWAITING_APPROVAL')) {
    await updateNextCheck(tx.sql, offerId, 0);
  } else throw offerOver();
  await publishOfferChange(tx, offerId, kind === 'withdrawal' ? 'inventory' : undefined);
  await recordStaffAction(tx, { actorId, action: 'trade.retry', subject: `trade-offer:${offerId}`, before: { state } });
}

/** Cancels an offer with a reason that the player sees. */
export async function cancelByStaff(
  tx: Tx,
  deps: TransitionDeps,
  { offerId, actorId, reason }: StaffCaller & { offerId: number; reason: string },
): Promise<void> {
  const { state, cancelReason } = await cancelForStaff(tx, deps, { offerId, actorId, reason });
  if (state === 'CANCELLED' || cancelReason !== null) return;
  const logEntry = { action: 'trade.cancel', subject: `trade-offer:${offerId}`, before: { state } };
  await recordStaffAction(tx, { actorId, reason, ...logEntry });
}

/**
 * Clears a player's flag: releases the skins of reversed withdrawals and the holds on what others received from reversed deposits.
 * A repeat has no effect.
 */
export async function clearFlag(
  tx: Tx,
  { live }: TransitionDeps,
  { playerId, actorId, reason }: StaffCaller & { playerId: number; reason: string },
): Promise<void> {
  if (!(await hasPlayer(tx.sql, playerId))) throw new Refusal('not_found', 'User not found.');
  if (playerId === actorId) throw new Refusal('forbidden', 'Another person must review your own account.');
  await lockWallet(tx, playerId);
  if (!(await clearFlagOf(tx.sql, playerId))) return;
  const itemIds = await updateReturnedToOwned(tx.sql, playerId);
  await releaseFrozenHolds(tx, playerId);
  if (itemIds.length > 0) tx.afterCommit(() => live.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds: [] }));
  await notify(tx, live, { playerId, key: 'trade.unlocked', parameters: {} });
  await recordStaffAction(tx, {
    actorId,
    action: 'trade.clear-flag',
    subject: `player:${playerId}`,
    reason,
    after: { items: itemIds },
  });
}
