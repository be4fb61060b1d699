import { TICKETS_TOTAL } from './fairness.ts';

/** A case with a lower house edge is not offered. */
export const HOUSE_EDGE_PERCENT_MIN = 5;

export const CASES_OPENED_AT_ONCE_MAX = 5;
export const CASE_NAME_LENGTH_MAX = 64;
const PRICE_SHOWN_FALLBACK = 1_000;

/** Prices of cases, both limits included; null means no upper limit. */
type PriceBand = { readonly minPrice: number; readonly maxPrice: number | null };

/** The bands into which the list of cases is divided. */
export const PRICE_BANDS: readonly PriceBand[] = [
  { minPrice: 0, maxPrice: 999 },
  { minPrice: 1_000, maxPrice: 4_999 },
  { minPrice: 5_000, maxPrice: 19_999 },
  { minPrice: 20_000, maxPrice: null },
];

/** Whether an opening costs more than half of the balance. Players are asked before such an opening. */
export function isLargeSpend(cost: number, balance: number): boolean {
  return cost * 2 > balance;
}

/** Names of calls under the same path as the page of a case, which no case may have. */
export const RESERVED_CASE_NAMES: readonly string[] = ['getAllCases', 'openCase', 'getLatestDrops'];

/** Converts a percentage with at most two decimals to whole tickets; undefined for any other number. */
export function ticketsOfRate(rate: number): number | undefined {
  const tickets = Math.round(rate * 100);
  const isExact = Number.isFinite(rate) && Math.abs(rate * 100 - tickets) <= 1e-9;
  return isExact && tickets >= 0 && tickets <= TICKETS_TOTAL ? tickets : undefined;
}

/** The price that a case shows, with a fallback if it has none. The server decides what is paid. */
export function shownPrice(price: number | null | undefined): number {
  return price ?? PRICE_SHOWN_FALLBACK;
}

export const rateOfTickets = (tickets: number): number => tickets / 100;

/** The quick sell price of an item, and the number of tickets that win it. */
export type Payout = { readonly quickSellPrice: number; readonly tickets: number };

/** Expected payout times ten thousand: a whole number, so that sums are exact. */
function payoutSum(payouts: readonly Payout[]): bigint {
  return payouts.reduce((sum, each) => sum + BigInt(each.quickSellPrice) * BigInt(each.tickets), 0n);
}

/** The average payout of an opening, in diamonds. */
export function expectedPayout(payouts: readonly Payout[]): number {
  return Number(payoutSum(payouts)) / TICKETS_TOTAL;
}

/** The house edge of a case: (price - expected payout) / price, in percent. */
export function houseEdgePercent(price: number, payouts: readonly Payout[]): number {
  return ((price - expectedPayout(payouts)) / price) * 100;
}

/** Whether a case has the minimum house edge. Computes in whole numbers, so that 4.9999 is refused and 5 is accepted without rounding errors. */
export function isHouseEdgeEnough(price: number, payouts: readonly Payout[]): boolean {
  const [whole, total] = [BigInt(price), BigInt(TICKETS_TOTAL)];
  return 100n * (whole * total - payoutSum(payouts)) >= BigInt(HOUSE_EDGE_PERCENT_MIN) * whole * total;
}

export function isHouseEdgeNegative(price: number, payouts: readonly Payout[]): boolean {
  return payoutSum(payouts) > BigInt(price) * BigInt(TICKETS_TOTAL);
}

/** The cost of an item for the house when the player withdraws it, and the number of tickets that win it. */
export type WithdrawalCost = { readonly price: number; readonly tickets: number };

/** Expected cost times ten thousand. */
function costSum(costs: readonly WithdrawalCost[]): bigint {
  return costs.reduce((sum, each) => sum + BigInt(each.price) * BigInt(each.tickets), 0n);
}

/** The house edge if players withdraw what they win: (price - expected item price) / price, in percent. */
export function withdrawalEdgePercent(price: number, costs: readonly WithdrawalCost[]): number {
  return ((price - Number(costSum(costs)) / TICKETS_TOTAL) / price) * 100;
}

/** Whether a case has the minimum edge on withdrawals. Computes in whole numbers. The minimum is rounded to hundredths of a percent. */
export function isWithdrawalEdgeEnough(price: number, costs: readonly WithdrawalCost[], percentMin: number): boolean {
  const staked = BigInt(price) * BigInt(TICKETS_TOTAL);
  return 10_000n * (staked - costSum(costs)) >= BigInt(Math.round(percentMin * 100)) * staked;
}
