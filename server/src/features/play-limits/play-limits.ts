import { Refusal } from '@karat/contract/refusal';
import type { LimitKind } from '@karat/contract/safer-play';
import type { Tx } from '#db/db.ts';
import { lockWallet } from '#features/wallet/wallet.ts';
import {
  type LimitDeduction,
  lowerDepositUses,
  lowerLimitUses,
  lowerLossUses,
  type CountedLimit,
  raiseLimitUses,
} from './queries.ts';

export type { LimitDeduction };

function limitReached({ kind, period }: CountedLimit): Refusal {
  const limit = `${period === 'day' ? 'daily' : 'weekly'} ${kind} limit`;
  return new Refusal('limit_reached', `This would exceed your ${limit}.`);
}

type Counted = { readonly playerId: number; readonly amount: number };

async function countAgainst(tx: Tx, counted: Counted, kinds: readonly LimitKind[]): Promise<void> {
  const limits = await raiseLimitUses(tx.sql, { ...counted, kinds });
  const passed = limits.find(({ isWithin }) => !isWithin);
  if (passed !== undefined) throw limitReached(passed);
}

/**
 * Counts a stake against the player's own limits, or refuses, which rolls back the transaction and the count. The wallet is
 * locked.
 */
export function countStake(tx: Tx, { playerId, amount }: Counted): Promise<void> {
  return countAgainst(tx, { playerId, amount }, ['wager', 'loss']);
}

/** Deducts what a wager paid back in the same transaction from the loss counters. The wallet is locked. */
export function deductLoss(tx: Tx, { playerId, amount }: Counted): Promise<void> {
  return lowerLossUses(tx.sql, playerId, amount);
}

/**
 * Deducts payouts and refunds from the counters of players' own limits. Call it after the payment, which locks the wallets: a
 * limit set at the same time has either seen the payment or is corrected here.
 */
export async function deductFromLimits(tx: Tx, given: readonly LimitDeduction[]): Promise<void> {
  if (given.length > 0) await lowerLimitUses(tx.sql, given);
}

/** Counts a deposit against the player's own limits, or refuses. */
export async function countDeposit(tx: Tx, { playerId, amount }: Counted): Promise<void> {
  await lockWallet(tx, playerId);
  await countAgainst(tx, { playerId, amount }, ['deposit']);
}

/** Removes a failed or reversed deposit from the counters. Locks the wallet, so that setting a limit waits. */
export async function deductDeposit(tx: Tx, deposit: Counted & { readonly countedAt: string }): Promise<void> {
  await lockWallet(tx, deposit.playerId);
  await lowerDepositUses(tx.sql, deposit);
}
