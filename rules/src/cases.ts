import { TICKETS_TOTAL } from './fairness.ts';

/** Below this a case is not offered. */
export const HOUSE_EDGE_PERCENT_MIN = 5;

export const CASES_OPENED_AT_ONCE_MAX = 5;
export const CASE_NAME_LENGTH_MAX = 64;
const PRICE_SHOWN_FALLBACK = 1_000;

/** Names of calls under the same path as the page of a case: no case may be called so. */
export const RESERVED_CASE_NAMES: readonly string[] = ['getAllCases', 'openCase', 'getLatestDrops'];

/** A percentage with at most two decimals as whole tickets; undefined when it is anything else. */
export function ticketsOfRate(rate: number): number | undefined {
  const tickets = Math.round(rate * 100);
  const isExact = Number.isFinite(rate) && Math.abs(rate * 100 - tickets) <= 1e-9;
  return isExact && tickets >= 0 && tickets <= TICKETS_TOTAL ? tickets : undefined;
}

/** What a case shows as its price where none is told. What is paid is the server's to say. */
export function shownPrice(price: number | null | undefined): number {
  return price ?? PRICE_SHOWN_FALLBACK;
}

export const rateOfTickets = (tickets: number): number => tickets / 100;

/** What an item pays when it is sold at once, and how many tickets win it. */
export type Payout = { readonly quickSellPrice: number; readonly tickets: number };

/** Expected payout times ten thousand: whole, so that no sum is ever off by a hair. */
function payoutSum(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, each) => sum + BigInt(each.quickSellPrice) * BigInt(each.tickets), 0n);
}

/** What an opening pays back on average, in diamonds. */
export function expectedPayout(payouts: readonly Payout[]): number {
  return Number(payoutSum(payouts)) / TICKETS_TOTAL;
}

/** (price - expected payout) / price, in percent. */
export function houseEdgePercent(price: number, payouts: readonly Payout[]): number {
  return ((price - expectedPayout(payouts)) / price) * 100;
}

/** Decided in whole numbers: 4.9999 is refused and 5 is not, whatever a fraction would round to. */
export function isHouseEdgeEnough(price: number, payouts: readonly Payout[]): boolean {
  const [whole, total] = [BigInt(price), BigInt(TICKETS_TOTAL)];
  return 100n * (whole * total - payoutSum(payouts)) >= BigInt(HOUSE_EDGE_PERCENT_MIN) * whole * total;
}

export function isHouseEdgeNegative(price: number, payouts: readonly Payout[]): boolean {
  return payoutSum(payouts) > BigInt(price) * BigInt(TICKETS_TOTAL);
}

/** What an item costs the house when the player withdraws it, and how many tickets win it. */
export type WithdrawalCost = { readonly price: number; readonly tickets: number };

/** Expected cost times ten thousand. */
function costSum(costs: readonly WithdrawalCost[]): bigint {
  return costs.reduce((sum, each) => sum + BigInt(each.price) * BigInt(each.tickets), 0n);
}

/** (price - expected item price) / price, in percent: what the house keeps when players withdraw what they win. */
export function withdrawalEdgePercent(price: number, costs: readonly WithdrawalCost[]): number {
  return ((price - Number(costSum(costs)) / TICKETS_TOTAL) / price) * 100;
}

/** Decided in whole numbers. The minimum counts in hundredths of a percent. */
export function isWithdrawalEdgeEnough(price: number, costs: readonly WithdrawalCost[], percentMin: number): boolean {
  const staked = BigInt(price) * BigInt(TICKETS_TOTAL);
  return 10_000n * (staked - costSum(costs)) >= BigInt(Math.round(percentMin * 100)) * staked;
}
