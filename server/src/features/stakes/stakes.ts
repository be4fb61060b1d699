import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { assertMayStake, isCountryDenied } from '#features/eligibility/eligibility.ts';
import { countStake, deductLoss } from '#features/play-limits/play-limits.ts';
import { type LedgerRow, lockWallet, recordMovement } from '#features/wallet/wallet.ts';
import {
  type CountedStake,
  type Counting,
  selectRemainingPaceMs,
  type Stake,
  takeUncheckedStakes,
  takeCheckedStake,
  type TakenStake,
  takePace,
  updateNeedsChecks,
  updateNeedsChecksByLimits,
  recordStakeForRealityCheck,
} from './queries.ts';

export type { CountedStake, Counting, TakenStake };

/** A stake with the country of the request; undefined if unknown. */
export type Wager = Stake & { readonly country: string | undefined };

type WagerDeps = Pick<Deps, 'env'>;
type StakeDeps = WagerDeps & Pick<Deps, 'live'>;

/**
 * Takes the stakes of many players at once, and counts them towards missions. Players who may not wager, have limits, cannot pay or
 * play for the first time are not in the result: `takeStake` serves or refuses them. With a minimum time between games all stakes
 * go through `takeStake`.
 */
export async function takeStakes(
  tx: Tx,
  deps: WagerDeps,
  { wagers, ...counting }: Counting & { readonly wagers: readonly Wager[] },
): Promise<CountedStake[]> {
  if (deps.env.minGameMs > 0) return [];
  return takeUncheckedStakes(
    tx.sql,
    wagers.filter((wager) => !isCountryDenied(deps, wager)),
    counting,
  );
}

/**
 * Sets whether the player's stakes need checks and so are never taken in a batch. The flag is in the wallet's own row: a stake
 * that waited for this row reads it again, and no other.
 */
export function setNeedsChecks(tx: Tx, playerId: number, needsChecks: boolean): Promise<void> {
  return updateNeedsChecks(tx.sql, playerId, needsChecks);
}

/** Restores the flag from the player's limits. */
export function resetNeedsChecks(tx: Tx, playerId: number): Promise<void> {
  return updateNeedsChecksByLimits(tx.sql, playerId);
}

/** Refuses a paid game too soon after another. */
async function assertPace(tx: Tx, { minGameMs }: Deps['env'], playerId: number): Promise<void> {
  if (minGameMs === 0 || (await takePace(tx.sql, playerId, minGameMs))) return;
  const remainingMs = await selectRemainingPaceMs(tx.sql, playerId, minGameMs);
  throw new Refusal('too_soon', 'Please wait a moment before the next game.', {
    retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)),
  });
}

/** The wallet may change between the check and the debit. If it does this often, other requests are spending it. */
const CHECKS_MAX = 3;

/** Checks the player, then debits the stake. Limits are counted under the wallet's lock, as they are set. */
async function debitStake(tx: Tx, deps: WagerDeps, wager: Wager): Promise<TakenStake & { hasLimits: boolean }> {
  let isCounted = false;
  for (let checks = 1; checks <= CHECKS_MAX; checks++) {
    // Refuses with the reason if the player was barred or has spent the diamonds since the last check.
    const { hasLimits, hasSeed } = await assertMayStake(tx.sql, deps, wager);
    assert(hasSeed || wager.rolls === 0, `the wallet of player ${wager.playerId} has no seed`);
    if (hasLimits && !isCounted) {
      await lockWallet(tx, wager.playerId);
      await countStake(tx, wager);
      isCounted = true;
    }
    const taken = await takeCheckedStake(tx.sql, { ...wager, hasLimits: isCounted });
    if (taken !== undefined) return { ...taken, hasLimits: isCounted };
  }
  await assertMayStake(tx.sql, deps, wager);
  throw new Refusal('insufficient_balance', 'Not enough diamonds.');
}

/**
 * Takes one stake with every check, or refuses with the reason. Call `recordReturn` with what the wager pays back in the same
 * transaction, so that only the difference counts as a loss.
 */
export async function takeStake(
  tx: Tx,
  deps: StakeDeps,
  wager: Wager,
): Promise<TakenStake & { recordReturn(amount: number): Promise<void> }> {
  const { playerId } = wager;
  const { hasLimits, ...taken } = await debitStake(tx, deps, wager);
  await assertPace(tx, deps.env, playerId);
  const realityCheck = hasLimits ? await recordStakeForRealityCheck(tx.sql, playerId) : undefined;
  if (realityCheck !== undefined) tx.afterCommit(() => deps.live.toPlayer(playerId, 'REALITY_CHECK', realityCheck));
  return { ...taken, recordReturn: (amount) => deductLoss(tx, { playerId, amount }) };
}

/** Takes a stake without a roll and writes its ledger row, or refuses with the reason. Returns the remaining balance. */
export async function stakeDiamonds(
  tx: Tx,
  deps: StakeDeps,
  { country, ledgerRow }: { country: string | undefined; ledgerRow: LedgerRow },
): Promise<number> {
  const { playerId, amount } = ledgerRow;
  assert(amount < 0, 'a stake leaves the wallet');
  const stake = { playerId, country, amount: -amount, movements: 1, rolls: 0 };
  const { balance, version } = await takeStake(tx, deps, stake);
  await recordMovement(tx, deps.live, ledgerRow, { balance, version });
  return balance;
}
