import assert from 'node:assert/strict';
import { type UnsuccessfulState, canBecome, type TradeState } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { removeDepositFromAllowances } from '#features/adjustments/adjustments.ts';
import { freezeDeposit, holdDeposit } from '#features/holds/holds.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { deductDeposit } from '#features/play-limits/play-limits.ts';
import { lockWallet, moveBetweenAccounts, moveDiamonds, walletOf } from '#features/wallet/wallet.ts';
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

/** Stored cancel reason of a flagged player's open offers. */
export const CANCEL_FLAGGED = 'flagged';

function assertMayBecome({ id, kind, state }: OfferRow, next: TradeState): void {
  assert(canBecome(kind, state, next), `offer ${id} cannot go from ${state} to ${next}`);
}

/** Removes a deposit from the player's limits, including limits that were set after it. */
async function removeFromLimits(tx: Tx, { kind, playerId, amount, countedAt }: OfferRow): Promise<void> {
  if (kind === 'deposit') await deductDeposit(tx, { playerId, amount, countedAt });
}

const CLOSE_REASONS: Readonly<Record<UnsuccessfulState, string>> = {
  DECLINED: 'The offer was declined.',
  EXPIRED: 'The offer was not accepted in time.',
  CANCELLED: 'The offer was called off.',
  INVALID_ITEMS: 'Some of its skins are no longer there.',
  ESCROW_REFUSED: 'The platform would hold the trade back. Turn on the mobile authenticator first.',
  FAILED: 'The offer could not be sent.',
};

/** Closes an offer without a trade and releases its reserved item. The offer is locked. */
export async function closeUnsuccessful(
  tx: Tx,
  { live }: TransitionDeps,
  offer: OfferRow,
  { state, reason = null }: { state: UnsuccessfulState; reason?: string | null },
): Promise<void> {
  assertMayBecome(offer, state);
  const { id, playerId, inventoryId, kind } = offer;
  await updateToClosed(tx.sql, id, { state, reason: reason ?? CLOSE_REASONS[state] });
  if (inventoryId !== null) {
    const isFree = await updateFromWithdrawing(tx.sql, inventoryId, 'OWNED');
    assert(isFree, `item ${inventoryId} was not bound`);
  }
  await removeFromLimits(tx, offer);
  // A failed offer may be retried.
  if (kind === 'deposit' && state !== 'FAILED') await removeDepositFromAllowances(tx, id);
  await insertEvent(tx.sql, id, { event: state.toLowerCase() });
  await notify(tx, live, {
    playerId,
    icon: kind === 'deposit' ? 'diamond' : 'market',
    title: kind === 'deposit' ? 'Nothing was deposited' : 'Your skin has stayed with us',
    message: reason ?? CLOSE_REASONS[state],
  });
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
  await notify(tx, deps.live, {
    playerId,
    icon: 'diamond',
    title: isHeldPlayable ? 'Deposit credited' : 'Deposit accepted',
    message: isHeldPlayable
      ? `${diamondsText(amount)} are in your wallet. Until the hold ends, the same value cannot leave as skins.`
      : `${diamondsText(amount)} are yours when the hold ends.`,
  });
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
  await notify(tx, live, {
    playerId,
    icon: 'market',
    title: 'Skin withdrawn',
    message: 'It is in your inventory now.',
  });
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
    const message = `The hold is over: ${diamondsText(amount)} are in your wallet.`;
    await notify(tx, deps.live, { playerId, icon: 'diamond', title: 'Deposit credited', message });
  }
  await insertEvent(tx.sql, id, { event: 'final' });
  await publishOfferChange(tx, id, state === 'HELD' ? 'wallet' : undefined);
}

/** Takes back as much of a deposit as the wallet holds; the rest is a loss of the house. */
async function takeBack(tx: Tx, { live }: TransitionDeps, { id, playerId, amount }: OfferRow): Promise<number> {
  await lockWallet(tx, playerId);
  const { balance } = await walletOf(tx.sql, playerId);
  const left = Math.min(balance, amount);
  const type = 'DEPOSIT_REVERSAL';
  if (left > 0) {
    const row = { type, reference: `reverse:${id}`, account: 'external:vault' } as const;
    await moveDiamonds(tx, live, { ...row, playerId, amount: -left });
  }
  if (left < amount) {
    const sides = { account: 'house:losses', toAccount: 'external:vault' } as const;
    await moveBetweenAccounts(tx, { type, reference: `reverse:${id}:loss`, ...sides, amount: amount - left });
  }
  return left;
}

/** Flags the player: no deposits, withdrawals or transfers to others until staff clear the flag. */
async function flag(tx: Tx, { live }: TransitionDeps, offer: OfferRow, text: string): Promise<void> {
  const { id, playerId, kind } = offer;
  // The flag is always read under this lock.
  await lockWallet(tx, playerId);
  await updateFlag(tx.sql, playerId);
  for (const otherId of await updateOthersOfFlagged(tx.sql, playerId, CANCEL_FLAGGED))
    await publishOfferChange(tx, otherId);
  await notify(tx, live, {
    playerId,
    icon: 'warning',
    title: kind === 'deposit' ? 'A deposit was reversed' : 'A withdrawal was reversed',
    message: `${text} Nothing goes in or out until our staff have looked at it.`,
  });
  await notifyStaff(tx, live, {
    icon: 'warning',
    title: `Trade offer #${id} was reversed`,
    message: `Player #${playerId} is flagged. ${text}`,
  });
  await recordSiteEvent(tx, {
    playerId,
    event: 'trade.reversed',
    subject: `trade-offer:${id}`,
    details: { kind, amount: offer.amount },
  });
}

/** Steam reversed the trade: takes back as much as is left. The offer is locked. */
export async function reverseOffer(tx: Tx, deps: TransitionDeps, offer: OfferRow): Promise<void> {
  assertMayBecome(offer, 'REVERSED');
  const { id, kind, state, amount, inventoryId } = offer;
  await updateToReversed(tx.sql, id);
  if (kind === 'withdrawal') {
    await updateItemReturned(tx.sql, inventoryId!);
    await insertEvent(tx.sql, id, { event: 'reversed' });
    await flag(tx, deps, offer, 'The skin is back with us, and bound.');
    return publishOfferChange(tx, id, 'inventory');
  }
  await removeFromLimits(tx, offer);
  const left = state === 'HELD' ? 0 : await takeBack(tx, deps, offer);
  await freezeDeposit(tx, id);
  await insertEvent(tx.sql, id, { event: 'reversed', details: { taken: left } });
  const text =
    state === 'HELD'
      ? 'It had not been credited yet.'
      : left === amount
        ? `${diamondsText(left)} were taken back.`
        : `${diamondsText(left)} of ${diamondsText(amount)} were taken back: no more was left.`;
  await flag(tx, deps, offer, text);
  await publishOfferChange(tx, id, 'wallet');
}
