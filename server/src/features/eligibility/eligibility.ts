import assert from 'node:assert/strict';
import { Refusal } from '@karat/contract/refusal';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { type BlockReason, selectWagerer, type Wagerer } from './queries.ts';

type EligibilityDeps = Pick<Deps, 'env'>;

const BLOCK_MESSAGES: Readonly<Record<BlockReason, string>> = {
  ledger_halted: 'Games are paused while the books are checked. Your diamonds are safe.',
  banned: 'This account is banned.',
  age_unconfirmed: 'Please confirm that you are 18 or older first.',
  self_excluded: 'You have excluded yourself from playing.',
  on_break: 'You are taking a break from playing.',
  reality_check: 'You have been playing for a while. Answer the reminder first.',
};

type RequestCountry = { readonly country: string | undefined };

/** Whether wagers from the country of a request are refused. An unknown country is allowed. */
export function isCountryDenied({ env }: EligibilityDeps, { country }: RequestCountry): boolean {
  return country !== undefined && env.deniedCountries.has(country);
}

/** The parts of a stake on which eligibility depends. */
type StakeIntent = RequestCountry & { readonly playerId: number; readonly amount: number };

/**
 * Refuses a player who may not wager or cannot pay. The result may be outdated a moment later, so the statement that takes the
 * stake checks again.
 */
export async function assertMayStake(sql: Sql, deps: EligibilityDeps, wager: StakeIntent): Promise<Wagerer> {
  if (isCountryDenied(deps, wager)) throw new Refusal('country_denied', 'Playing is not available in your country.');
  const wagerer = await selectWagerer(sql, wager.playerId);
  assert(wagerer !== undefined, `Player ${wager.playerId} does not exist`);
  if (wagerer.blockReason !== null) throw new Refusal(wagerer.blockReason, BLOCK_MESSAGES[wagerer.blockReason]);
  if (wagerer.balance < wager.amount) throw new Refusal('insufficient_balance', 'Not enough diamonds.');
  return wagerer;
}

/** Refuses players who may not wager when nothing is at stake, because a break applies to free games too. */
export async function assertMayPlay(
  sql: Sql,
  deps: EligibilityDeps,
  player: Omit<StakeIntent, 'amount'>,
): Promise<void> {
  await assertMayStake(sql, deps, { ...player, amount: 0 });
}

/** A player who deposits or withdraws skins. Skins have real value, so if countries are denied, an unknown country is denied too. */
type Trader = { readonly playerId: number; readonly country: string | undefined };

async function findBlockReason(
  sql: Sql,
  { env }: EligibilityDeps,
  { playerId, country }: Trader,
): Promise<BlockReason | null> {
  if (env.deniedCountries.size > 0 && (country === undefined || env.deniedCountries.has(country))) {
    throw new Refusal('country_denied', 'Deposits and withdrawals are not available in your country.');
  }
  const wagerer = await selectWagerer(sql, playerId);
  assert(wagerer !== undefined, `Player ${playerId} does not exist`);
  return wagerer.blockReason;
}

/** Refuses the deposit of a player who may not wager. */
export async function assertMayDeposit(sql: Sql, deps: EligibilityDeps, trader: Trader): Promise<void> {
  const blockReason = await findBlockReason(sql, deps, trader);
  if (blockReason !== null) throw new Refusal(blockReason, BLOCK_MESSAGES[blockReason]);
}

/** Refuses a withdrawal. Players on a break or excluded may still withdraw what they own. */
export async function assertMayWithdraw(sql: Sql, deps: EligibilityDeps, trader: Trader): Promise<void> {
  const blockReason = await findBlockReason(sql, deps, trader);
  if (blockReason === 'ledger_halted' || blockReason === 'banned')
    throw new Refusal(blockReason, BLOCK_MESSAGES[blockReason]);
}

/** Refuses players on a break or excluded in actions that are not wagers: a mission reward waits until the break is over. */
export async function assertNotOnBreak(sql: Sql, playerId: number): Promise<void> {
  const wagerer = await selectWagerer(sql, playerId);
  if (wagerer?.blockReason === 'on_break' || wagerer?.blockReason === 'self_excluded')
    throw new Refusal(wagerer.blockReason, BLOCK_MESSAGES[wagerer.blockReason]);
}
