import assert from 'node:assert/strict';
import { canBecome, type TradeState } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { removeDepositFromAllowances } from '#features/adjustments/adjustments.ts';
import { freezeDeposit, holdDeposit } from '#features/holds/holds.ts';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { deductDeposit } from '#features/play-limits/play-limits.ts';
import { lockWallet, moveBetweenAccounts, moveDiamonds, readWallet } from '#features/wallet/wallet.ts';
import { CANCEL_FLAGGED, type CloseOutcome, closeReasonOf } from './close-reasons.ts';
import { publishOfferChange } from './live-updates.ts';
import { updateFromWithdrawing, updateItemReturned } from './item-queries.ts';
import {
  insertEvent,
  type MovedAsset,
  type OfferRow,
  updateToFinal,
  updateToClosed,
  updateToReversed,
  updateToSettled,
  updateOthersOfFlagged,
} from './queries.ts';
import { updateFlag } from './trader-queries.ts';

export type TransitionDeps = Pick<Deps, 'env' | 'live'>;

/** How often a trade that can still be reversed is checked. */
export const HELD_CHECK_MS = 30 * 60_000;

function assertMayBecome({ id, kind, state }: OfferRow, next: TradeState): void {
  assert(canBecome(kind, state, next), `offer ${id} cannot go from ${state} to ${next}`);
}

/** Removes a deposit from the player's limits, including limits that were set after it. */
async function removeFromLimits(tx: Tx, { kind, playerId, amount, countedAt }: OfferRow): Promise<void> {
  if (kind === 'deposit') await deductDeposit(tx, { playerId, amount, countedAt });
}

/** Closes an offer without a trade and releases its reserved item. The offer is locked. */
export async function closeUnsuccessful(
  tx: Tx,
  { live }: TransitionDeps,
  offer: OfferRow,
  outcome: CloseOutcome,
): Promise<void> {
  const { state } = outcome;
  assertMayBecome(offer, state);
  const { id, playerId, inventoryId, kind } = offer;
  const parameters = closeReasonOf(outcome);
  await updateToClosed(tx.sql, id, { state, reason: parameters.reasonText });
  if (inventoryId !== null) {
    const isFree = await updateFromWithdrawing(tx.sql, inventoryId, 'OWNED');
    assert(isFree, `item ${inventoryId} was not bound`);
  }
  await removeFromLimits(tx, offer);
  // A failed offer may be retried.
  if (kind === 'deposit' && state !== 'FAILED') await removeDepositFromAllowances(tx, id);
  await insertEvent(tx.sql, id, { event: state.toLowerCase() });
  const key = kind === 'deposit' ? 'deposit.closed' : 'withdrawal.closed';
  await notify(tx, live, { playerId, key, parameters });
  await publishOfferChange(tx, id, inventoryId === null ? undefined : 'inventory');
}

async function payDeposit(tx: Tx, { live }: TransitionDeps, { id, playerId, amount }: OfferRow): Promise<void> {
  const row = { type: 'DEPOSIT', reference: `deposit:${id}`, account: 'external:vault' } as const;
  await moveDiamonds(tx, live, { ...row, playerId, amount });
}

type Trade = { readonly tradeId: string; readonly moved: readonly MovedAsset[] };

async function settleDeposit(tx: Tx, deps: TransitionDeps, offer: OfferRow, trade: Trade): Promise<void> {
  const { id, playerId, amount } = offer;
  const { isHeldPlayable, depositHoldMs: holdMs } = deps.env;
  const state = isHeldPlayable ? 'CREDITED' : 'HELD';
  assertMayBecome(offer, state);
  await updateToSettled(tx.sql, id, { ...trade, state, holdMs, nextCheckMs: HELD_CHECK_MS });
  await insertEvent(tx.sql, id, { event: 'accepted' });
  if (isHeldPlayable) {
    await payDeposit(tx, deps, offer);
    await holdDeposit(tx, id);
  }
  await insertEvent(tx.sql, id, { event: isHeldPlayable ? 'credited' : 'held', details: { amount } });
  const key = isHeldPlayable ? 'deposit.credited' : 'deposit.accepted';
  await notify(tx, deps.live, { playerId, key, parameters: { amount } });
  await publishOfferChange(tx, id, 'wallet');
}

async function settleWithdrawal(tx: Tx, { env, live }: TransitionDeps, offer: OfferRow, trade: Trade): Promise<void> {
  const { id, playerId, inventoryId } = offer;
  assertMayBecome(offer, 'DELIVERED');
  const hold = { holdMs: env.depositHoldMs, nextCheckMs: HELD_CHECK_MS };
  await updateToSettled(tx.sql, id, { ...trade, ...hold, state: 'DELIVERED' });
  const isGone = await updateFromWithdrawing(tx.sql, inventoryId!, 'WITHDRAWN');
  assert(isGone, `item ${inventoryId} was not bound`);
  await insertEvent(tx.sql, id, { event: 'delivered' });
  await notify(tx, live, { playerId, key: 'withdrawal.delivered', parameters: {} });
  await publishOfferChange(tx, id, `gone ${inventoryId!}`);
}

/** Settles an accepted offer; its state ensures that this happens once. The offer is locked and was sent. */
export function settleOffer(tx: Tx, deps: TransitionDeps, offer: OfferRow, trade: Trade): Promise<void> {
  return offer.kind === 'deposit' ? settleDeposit(tx, deps, offer, trade) : settleWithdrawal(tx, deps, offer, trade);
}

/** Finishes an offer after its hold ended without a reversal. */
export async function finishOffer(tx: Tx, deps: TransitionDeps, offer: OfferRow): Promise<void> {
  assertMayBecome(offer, 'FINAL');
  const { id, playerId, amount, state } = offer;
  await updateToFinal(tx.sql, id);
  if (state === 'HELD') {
    await payDeposit(tx, deps, offer);
    await insertEvent(tx.sql, id, { event: 'credited', details: { amount } });
    await notify(tx, deps.live, { playerId, key: 'deposit.creditedAfterHold', parameters: { amount } });
  }
  await insertEvent(tx.sql, id, { event: 'final' });
  await publishOfferChange(tx, id, state === 'HELD' ? 'wallet' : undefined);
}

/** Takes back as much of a deposit as the wallet holds; the rest is a loss of the house. */
async function takeBack(tx: Tx, { live }: TransitionDeps, { id, playerId, amount }: OfferRow): Promise<number> {
  await lockWallet(tx, playerId);
  const { balance } = await readWallet(tx.sql, playerId);
  const takenBack = Math.min(balance, amount);
  const type = 'DEPOSIT_REVERSAL';
  if (takenBack > 0) {
    const row = { type, reference: `reverse:${id}`, account: 'external:vault' } as const;
    await moveDiamonds(tx, live, { ...row, playerId, amount: -takenBack });
  }
  if (takenBack < amount) {
    const sides = { account: 'house:losses', toAccount: 'external:vault' } as const;
    await moveBetweenAccounts(tx, { type, reference: `reverse:${id}:loss`, ...sides, amount: amount - takenBack });
  }
  return takenBack;
}

/** Flags the player: no deposits, withdrawals or transfers to others until staff clear the flag. */
async function flag(tx: Tx, offer: OfferRow): Promise<void> {
  const { id, playerId, kind } = offer;
  // The flag is always read under this lock.
  await lockWallet(tx, playerId);
  await updateFlag(tx.sql, playerId);
  for (const otherId of await updateOthersOfFlagged(tx.sql, playerId, CANCEL_FLAGGED))
    await publishOfferChange(tx, otherId);
  await recordSiteEvent(tx, {
    playerId,
    event: 'trade.reversed',
    subject: `trade-offer:${id}`,
    details: { kind, amount: offer.amount },
  });
  const details = { kind, amount: offer.amount, playerId };
  await raiseAlarm(tx, { kind: 'tradeReversed', subject: `trade-offer:${id}`, details });
}

/** Steam reversed the trade: takes back as much as is left. The offer is locked. */
export async function reverseOffer(tx: Tx, deps: TransitionDeps, offer: OfferRow): Promise<void> {
  assertMayBecome(offer, 'REVERSED');
  const { id, playerId, kind, state, amount, inventoryId } = offer;
  await updateToReversed(tx.sql, id);
  if (kind === 'withdrawal') {
    await updateItemReturned(tx.sql, inventoryId!);
    await insertEvent(tx.sql, id, { event: 'reversed' });
    await flag(tx, offer);
    await notify(tx, deps.live, { playerId, key: 'withdrawal.reversed', parameters: {} });
    await notifyStaff(tx, deps.live, { key: 'tradeStaff.withdrawalReversed', parameters: { offerId: id, playerId } });
    return publishOfferChange(tx, id, 'inventory');
  }
  await removeFromLimits(tx, offer);
  const takenBack = state === 'HELD' ? 0 : await takeBack(tx, deps, offer);
  await freezeDeposit(tx, id);
  await insertEvent(tx.sql, id, { event: 'reversed', details: { taken: takenBack } });
  await flag(tx, offer);
  const parameters = { amount, taken: state === 'HELD' ? null : takenBack };
  await notify(tx, deps.live, { playerId, key: 'deposit.reversed', parameters });
  const staffParameters = { ...parameters, offerId: id, playerId };
  await notifyStaff(tx, deps.live, { key: 'tradeStaff.depositReversed', parameters: staffParameters });
  await publishOfferChange(tx, id, 'wallet');
}
