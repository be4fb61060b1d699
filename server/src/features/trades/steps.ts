import assert from 'node:assert/strict';
import { type UnsuccessfulState, canBecome, type TradeState } from '@karat/rules/trades';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { diamondsText } from '#diamonds-text.ts';
import { releaseDeposit } from '#features/adjustments/adjustments.ts';
import { freezeDeposit, holdDeposit } from '#features/holds/holds.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { notify, notifyStaff } from '#features/notifications/notifications.ts';
import { uncountDeposit } from '#features/play-limits/play-limits.ts';
import { lockWallet, moveBetweenAccounts, moveDiamonds, walletOf } from '#features/wallet/wallet.ts';
import { tellOffer } from './news.ts';
import { updateFromWithdrawing, updateItemReturned } from './item-queries.ts';
import {
  insertEvent,
  type Moved,
  type OfferRow,
  updateToFinal,
  updateToFruitless,
  updateToReversed,
  updateToSettled,
  updateOthersOfFlagged,
} from './queries.ts';
import { updateFlag } from './trader-queries.ts';

export type StepDeps = Pick<Deps, 'env' | 'live'>;

/** How often a trade that can still be reversed is looked at. */
export const HELD_LOOK_MS = 30 * 60_000;

/** Why a flagged player's open offers are called off, as the row keeps it. */
export const CANCEL_FLAGGED = 'flagged';

function assertMayBecome({ id, kind, state }: OfferRow, next: TradeState): void {
  assert(canBecome(kind, state, next), `offer ${id} cannot go from ${state} to ${next}`);
}

/** Takes a deposit off the player's own limits. One that was set after it has counted it too. */
async function uncount(tx: Tx, { kind, playerId, amount, countedAt }: OfferRow): Promise<void> {
  if (kind === 'deposit') await uncountDeposit(tx, { playerId, amount, countedAt });
}

const ENDINGS: Readonly<Record<UnsuccessfulState, string>> = {
  DECLINED: 'The offer was declined.',
  EXPIRED: 'The offer was not accepted in time.',
  CANCELLED: 'The offer was called off.',
  INVALID_ITEMS: 'Some of its skins are no longer there.',
  ESCROW_REFUSED: 'The platform would hold the trade back. Turn on the mobile authenticator first.',
  FAILED: 'The offer could not be sent.',
};

/** Ends an offer of which nothing came: a bound item is free again. The offer is locked. */
export async function endFruitless(
  tx: Tx,
  { live }: StepDeps,
  offer: OfferRow,
  { state, reason = null }: { state: UnsuccessfulState; reason?: string | null },
): Promise<void> {
  assertMayBecome(offer, state);
  const { id, playerId, inventoryId, kind } = offer;
  await updateToFruitless(tx.sql, id, { state, reason: reason ?? ENDINGS[state] });
  if (inventoryId !== null) {
    const isFree = await updateFromWithdrawing(tx.sql, inventoryId, 'OWNED');
    assert(isFree, `item ${inventoryId} was not bound`);
  }
  await uncount(tx, offer);
  // One that failed may be tried again.
  if (kind === 'deposit' && state !== 'FAILED') await releaseDeposit(tx, id);
  await insertEvent(tx.sql, id, { event: state.toLowerCase() });
  await notify(tx, live, {
    playerId,
    icon: kind === 'deposit' ? 'diamond' : 'market',
    title: kind === 'deposit' ? 'Nothing was deposited' : 'Your skin has stayed with us',
    message: reason ?? ENDINGS[state],
  });
  await tellOffer(tx, id, inventoryId === null ? undefined : 'inventory');
}

async function payDeposit(tx: Tx, { live }: StepDeps, { id, playerId, amount }: OfferRow): Promise<void> {
  const line = { type: 'DEPOSIT', reference: `deposit:${id}`, account: 'external:vault' } as const;
  await moveDiamonds(tx, live, { ...line, playerId, amount });
}

type Trade = { readonly tradeId: string; readonly moved: readonly Moved[] };

async function settleDeposit(tx: Tx, deps: StepDeps, offer: OfferRow, trade: Trade): Promise<void> {
  const { id, playerId, amount } = offer;
  const { isHeldPlayable, depositHoldMs: holdMs } = deps.env;
  const state = isHeldPlayable ? 'CREDITED' : 'HELD';
  assertMayBecome(offer, state);
  await updateToSettled(tx.sql, id, { ...trade, state, holdMs, lookInMs: HELD_LOOK_MS });
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
  await tellOffer(tx, id, 'wallet');
}

async function settleWithdrawal(tx: Tx, { env, live }: StepDeps, offer: OfferRow, trade: Trade): Promise<void> {
  const { id, playerId, inventoryId } = offer;
  assertMayBecome(offer, 'DELIVERED');
  const hold = { holdMs: env.depositHoldMs, lookInMs: HELD_LOOK_MS };
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
  await tellOffer(tx, id, `gone ${inventoryId!}`);
}

/** The skins have changed hands: once, however often that is heard. The offer is locked and was sent. */
export function settleOffer(tx: Tx, deps: StepDeps, offer: OfferRow, trade: Trade): Promise<void> {
  return offer.kind === 'deposit' ? settleDeposit(tx, deps, offer, trade) : settleWithdrawal(tx, deps, offer, trade);
}

/** The hold is over, and nothing was reversed. */
export async function finishOffer(tx: Tx, deps: StepDeps, offer: OfferRow): Promise<void> {
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
  await tellOffer(tx, id, state === 'HELD' ? 'wallet' : undefined);
}

/** Takes back what is left of a deposit; what is missing is the house's loss. */
async function takeBack(tx: Tx, { live }: StepDeps, { id, playerId, amount }: OfferRow): Promise<number> {
  await lockWallet(tx, playerId);
  const { balance } = await walletOf(tx.sql, playerId);
  const left = Math.min(balance, amount);
  const type = 'DEPOSIT_REVERSAL';
  if (left > 0) {
    const line = { type, reference: `reverse:${id}`, account: 'external:vault' } as const;
    await moveDiamonds(tx, live, { ...line, playerId, amount: -left });
  }
  if (left < amount) {
    const sides = { account: 'house:losses', toAccount: 'external:vault' } as const;
    await moveBetweenAccounts(tx, { type, reference: `reverse:${id}:loss`, ...sides, amount: amount - left });
  }
  return left;
}

/** Nothing of the player's goes in, out or to others until staff have looked. */
async function flag(tx: Tx, { live }: StepDeps, offer: OfferRow, told: string): Promise<void> {
  const { id, playerId, kind } = offer;
  // Whoever asks about the flag does so under this lock.
  await lockWallet(tx, playerId);
  await updateFlag(tx.sql, playerId);
  for (const otherId of await updateOthersOfFlagged(tx.sql, playerId, CANCEL_FLAGGED)) await tellOffer(tx, otherId);
  await notify(tx, live, {
    playerId,
    icon: 'warning',
    title: kind === 'deposit' ? 'A deposit was reversed' : 'A withdrawal was reversed',
    message: `${told} Nothing goes in or out until our staff have looked at it.`,
  });
  await notifyStaff(tx, live, {
    icon: 'warning',
    title: `Trade offer #${id} was reversed`,
    message: `Player #${playerId} is flagged. ${told}`,
  });
  await recordSiteEvent(tx, {
    playerId,
    event: 'trade.reversed',
    subject: `trade-offer:${id}`,
    details: { kind, amount: offer.amount },
  });
}

/** The platform has taken the trade back: so do we, as far as there is something left. The offer is locked. */
export async function reverseOffer(tx: Tx, deps: StepDeps, offer: OfferRow): Promise<void> {
  assertMayBecome(offer, 'REVERSED');
  const { id, kind, state, amount, inventoryId } = offer;
  await updateToReversed(tx.sql, id);
  if (kind === 'withdrawal') {
    await updateItemReturned(tx.sql, inventoryId!);
    await insertEvent(tx.sql, id, { event: 'reversed' });
    await flag(tx, deps, offer, 'The skin is back with us, and bound.');
    return tellOffer(tx, id, 'inventory');
  }
  await uncount(tx, offer);
  const left = state === 'HELD' ? 0 : await takeBack(tx, deps, offer);
  await freezeDeposit(tx, id);
  await insertEvent(tx.sql, id, { event: 'reversed', details: { taken: left } });
  const told =
    state === 'HELD'
      ? 'It had not been credited yet.'
      : left === amount
        ? `${diamondsText(left)} were taken back.`
        : `${diamondsText(left)} of ${diamondsText(amount)} were taken back: no more was left.`;
  await flag(tx, deps, offer, told);
  await tellOffer(tx, id, 'wallet');
}
