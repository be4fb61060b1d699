import { Refusal } from '@karat/contract/refusal';
import { isTradeOpen, canBecome } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import { isUniqueViolation } from '#db/failures.ts';
import { rechargeDeposit } from '#features/adjustments/adjustments.ts';
import { letGoOf } from '#features/holds/holds.ts';
import { recordStaffAct } from '#features/logs/logs.ts';
import { notify } from '#features/notifications/notifications.ts';
import { countDeposit } from '#features/play-limits/play-limits.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import { cancelForStaff } from './cancelling.ts';
import { tellOffer } from './news.ts';
import { updateToWithdrawing, updateReturnedToOwned } from './item-queries.ts';
import { insertEvent, lockOffer, type OfferRow, updateLookIn, updateApproved, updateRetried } from './queries.ts';
import { clearFlagOf, hasPlayer } from './trader-queries.ts';
import type { StepDeps } from './steps.ts';

type Act = { readonly actorId: number };

async function lockFor(tx: Tx, offerId: number): Promise<OfferRow> {
  const offer = await lockOffer(tx.sql, offerId);
  if (offer === undefined) throw new Refusal('not_found', 'Offer not found.');
  return offer;
}

const over = (): Refusal => new Refusal('offer_over', 'This offer can no longer be changed.');

/** Lets a large withdrawal go. Twice is no error. */
export async function approveWithdrawal(tx: Tx, { offerId, actorId }: Act & { offerId: number }): Promise<void> {
  const offer = await lockFor(tx, offerId);
  if (offer.kind !== 'withdrawal') throw over();
  if (offer.playerId === actorId) throw new Refusal('forbidden', 'Somebody else has to let your own withdrawal go.');
  if (offer.state === 'CREATED' || offer.state === 'SENT') return;
  if (offer.state !== 'AWAITING_APPROVAL' || offer.cancelReason !== null) throw over();
  await updateApproved(tx.sql, offerId, actorId);
  await insertEvent(tx.sql, offerId, { event: 'approved' });
  await tellOffer(tx, offerId);
  const { amount, playerId } = offer;
  const told = { act: 'trade.approve', subject: `trade-offer:${offerId}`, after: { playerId, amount } };
  await recordStaffAct(tx, { actorId, ...told });
}

/** A withdrawal that was given up binds its item anew, where that is still free; a deposit counts anew. */
async function retryFailed(tx: Tx, deps: StepDeps, offer: OfferRow): Promise<void> {
  const { id, kind, playerId, inventoryId, amount } = offer;
  const bound = kind === 'deposit' || (await updateToWithdrawing(tx.sql, { playerId, inventoryId: inventoryId! }));
  if (!bound) throw new Refusal('item_locked', 'This item is bound elsewhere and cannot be withdrawn now.');
  if (kind === 'deposit') {
    await countDeposit(tx, { playerId, amount });
    if (!(await rechargeDeposit(tx, deps, id))) {
      throw new Refusal('awaiting_approval', 'The price of one of these skins waits for our staff to confirm it.');
    }
  }
  await updateRetried(tx.sql, id).catch((error: unknown) => {
    if (isUniqueViolation(error, 'trade_offer_skins_one_open')) {
      throw new Refusal('item_locked', 'One of these skins is in another offer already.');
    }
    throw error;
  });
  await insertEvent(tx.sql, id, { event: 'retried' });
}

/** Has one tried again that could not be sent, or one looked at now that waits, or that is over but may be reversed. */
export async function retryOffer(
  tx: Tx,
  deps: StepDeps,
  { offerId, actorId }: Act & { offerId: number },
): Promise<void> {
  const offer = await lockFor(tx, offerId);
  const { kind, state, platformId } = offer;
  if (platformId === null && canBecome(kind, state, 'CREATED') && state === 'FAILED')
    await retryFailed(tx, deps, offer);
  else if (state === 'FINAL' || (isTradeOpen(state) && state !== 'AWAITING_APPROVAL')) {
    await updateLookIn(tx.sql, offerId, 0);
  } else throw over();
  await tellOffer(tx, offerId, kind === 'withdrawal' ? 'inventory' : undefined);
  await recordStaffAct(tx, { actorId, act: 'trade.retry', subject: `trade-offer:${offerId}`, before: { state } });
}

/** Calls an offer off in words that its player reads. */
export async function cancelByStaff(
  tx: Tx,
  deps: StepDeps,
  { offerId, actorId, reason }: Act & { offerId: number; reason: string },
): Promise<void> {
  const { state, cancelReason } = await cancelForStaff(tx, deps, { offerId, actorId, reason });
  if (state === 'CANCELLED' || cancelReason !== null) return;
  const told = { act: 'trade.cancel', subject: `trade-offer:${offerId}`, before: { state } };
  await recordStaffAct(tx, { actorId, reason, ...told });
}

/**
 * Lets a flagged account trade again: what came back of its withdrawals is free, and what others got of its reversed deposits is
 * held no longer. Twice is no error.
 */
export async function clearFlag(
  tx: Tx,
  { live }: StepDeps,
  { playerId, actorId, reason }: Act & { playerId: number; reason: string },
): Promise<void> {
  if (!(await hasPlayer(tx.sql, playerId))) throw new Refusal('not_found', 'User not found.');
  if (playerId === actorId) throw new Refusal('forbidden', 'Somebody else has to look at your own account.');
  await lockWallet(tx, playerId);
  if (!(await clearFlagOf(tx.sql, playerId))) return;
  const itemIds = await updateReturnedToOwned(tx.sql, playerId);
  await letGoOf(tx, playerId);
  if (itemIds.length > 0) tx.afterCommit(() => live.toPlayer(playerId, 'INVENTORY_CHANGED', { soldIds: [] }));
  const message = 'Our staff have looked at your account: skins go in and out again.';
  await notify(tx, live, { playerId, icon: 'shield', title: 'Trading is open again', message });
  await recordStaffAct(tx, {
    actorId,
    act: 'trade.clear-flag',
    subject: `player:${playerId}`,
    reason,
    after: { items: itemIds },
  });
}
