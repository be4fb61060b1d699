import { CASE_ITEMS_MAX, NO_ITEMS } from '@karat/contract/case-forms';
import { type AdminCase, EDGE_NEGATIVE, EDGE_TOO_LOW, WITHDRAWAL_EDGE_TOO_LOW } from '@karat/contract/cases';
import type { Item } from '@karat/contract/items';
import {
  HOUSE_EDGE_PERCENT_MIN,
  type Payout,
  type WithdrawalCost,
  expectedPayout,
  houseEdgePercent,
  isHouseEdgeEnough,
  isHouseEdgeNegative,
  isWithdrawalEdgeEnough,
  rateOfTickets,
  ticketsOfRate,
  withdrawalEdgePercent,
} from '@karat/rules/cases';
import { TICKETS_TOTAL } from '@karat/rules/fairness';

/** An item of the edited case; its rate stays as entered. */
export type ChosenItem = { readonly item: Item; readonly rate: string };

export function chosenOf(caseInfo: AdminCase | undefined): ChosenItem[] {
  return (caseInfo?.items ?? []).map(({ drop_rate, parentItem, ...item }) => ({
    item: { ...item, id: parentItem },
    rate: String(drop_rate),
  }));
}

/** Adds an item once, with a rate of 0. */
export function withItem(chosen: readonly ChosenItem[], item: Item): readonly ChosenItem[] {
  const isFull = chosen.length >= CASE_ITEMS_MAX;
  return isFull || chosen.some((each) => each.item.id === item.id) ? chosen : [...chosen, { item, rate: '0' }];
}

export function withoutItem(chosen: readonly ChosenItem[], itemId: number): ChosenItem[] {
  return chosen.filter(({ item }) => item.id !== itemId);
}

export function withRate(chosen: readonly ChosenItem[], itemId: number, rate: string): ChosenItem[] {
  return chosen.map((each) => (each.item.id === itemId ? { ...each, rate } : each));
}

/** Gives an item the rest to 100 percent. */
export function withRemainder(chosen: readonly ChosenItem[], itemId: number): ChosenItem[] {
  const rest = TICKETS_TOTAL - totalTickets(withoutItem(chosen, itemId));
  return withRate(chosen, itemId, String(rateOfTickets(Math.max(0, rest))));
}

/** A rate in hundredths of a percent; undefined if invalid. */
export function ticketsOf(rate: string): number | undefined {
  return rate.trim() === '' ? undefined : ticketsOfRate(Number(rate));
}

/** In whole hundredths: 64.1 + 28.6 + 7.3 is exactly 100, unlike in floating point. */
export function totalTickets(chosen: readonly ChosenItem[]): number {
  return chosen.reduce((total, { rate }) => total + (ticketsOf(rate) ?? 0), 0);
}

function payoutsOf(chosen: readonly ChosenItem[]): (Payout & WithdrawalCost)[] {
  return chosen.map(({ item, rate }) => ({
    quickSellPrice: item.quick_sell_price,
    price: item.price,
    tickets: ticketsOf(rate) ?? 0,
  }));
}

export type Figures = {
  readonly totalPercent: number;
  readonly isTotalRight: boolean;
  readonly payout: number;
  /** Average cost of an opening's item when it is withdrawn. */
  readonly cost: number;
  /** The largest single payout that can be drawn. */
  readonly worstPayout: number;
  readonly deviation: number;
  /** Figures that need a price. */
  readonly priced:
    | {
        readonly revenue: number;
        readonly edgePercent: number;
        readonly isEdgeEnough: boolean;
        readonly withdrawalEdgePercent: number;
        /** Compared with the site's minimum, or with 0 if there is none. */
        readonly isWithdrawalEdgeEnough: boolean;
        readonly returnPercent: number;
        readonly worstFactor: number;
      }
    | undefined;
};

/** The minimum withdrawal edge of the site in percent; null if it requires none. */
export type MinWithdrawalEdge = number | null;

/** The figures that the editor shows. `price` is undefined while there is none. */
export function figuresOf(
  price: number | undefined,
  chosen: readonly ChosenItem[],
  minWithdrawalEdge: MinWithdrawalEdge = null,
): Figures {
  const payouts = payoutsOf(chosen);
  const total = totalTickets(chosen);
  const payout = expectedPayout(payouts);
  const worstPayout = Math.max(0, ...payouts.filter(({ tickets }) => tickets > 0).map((each) => each.quickSellPrice));
  const edgePercent = price === undefined ? 0 : houseEdgePercent(price, payouts);
  return {
    totalPercent: rateOfTickets(total),
    isTotalRight: total === TICKETS_TOTAL,
    payout,
    cost: costOf(payouts),
    worstPayout,
    deviation: deviationOf(payouts, payout),
    priced:
      price === undefined
        ? undefined
        : {
            revenue: price - payout,
            edgePercent,
            isEdgeEnough: isHouseEdgeEnough(price, payouts),
            withdrawalEdgePercent: withdrawalEdgePercent(price, payouts),
            isWithdrawalEdgeEnough: isWithdrawalEdgeEnough(price, payouts, minWithdrawalEdge ?? 0),
            returnPercent: 100 - edgePercent,
            worstFactor: worstPayout / price,
          },
  };
}

const costOf = (costs: readonly WithdrawalCost[]): number =>
  costs.reduce((sum, { price, tickets }) => sum + price * tickets, 0) / TICKETS_TOTAL;

/** Standard deviation of an opening's payout; unassigned tickets pay nothing. */
function deviationOf(payouts: readonly Payout[], mean: number): number {
  const squares = payouts.reduce(
    (sum, { quickSellPrice, tickets }) => sum + (quickSellPrice - mean) ** 2 * (tickets / TICKETS_TOTAL),
    0,
  );
  const missing = 1 - payouts.reduce((sum, { tickets }) => sum + tickets, 0) / TICKETS_TOTAL;
  return Math.sqrt(squares + Math.max(0, missing) * mean ** 2);
}

/** The reason why a case cannot be saved. */
export type Objection = { readonly sentence: string } | { readonly totalPercent: number } | { readonly badRates: true };

type Terms = { readonly isNew: boolean; readonly minWithdrawalEdge?: MinWithdrawalEdge };

/** The first objection, the specification's before ours, or none. For a new case a negative edge is just too low. */
export function objectionTo(
  price: number,
  chosen: readonly ChosenItem[],
  { isNew, minWithdrawalEdge = null }: Terms,
): Objection | undefined {
  if (chosen.length === 0) return { sentence: NO_ITEMS };
  if (chosen.some(({ rate }) => ticketsOf(rate) === undefined)) return { badRates: true };
  const total = totalTickets(chosen);
  if (total !== TICKETS_TOTAL) return { totalPercent: rateOfTickets(total) };
  const payouts = payoutsOf(chosen);
  if (!isNew && isHouseEdgeNegative(price, payouts)) return { sentence: EDGE_NEGATIVE };
  if (!isHouseEdgeEnough(price, payouts)) return { sentence: EDGE_TOO_LOW };
  if (minWithdrawalEdge !== null && !isWithdrawalEdgeEnough(price, payouts, minWithdrawalEdge)) {
    return { sentence: WITHDRAWAL_EDGE_TOO_LOW };
  }
  return undefined;
}

/** The items as the API takes them. */
export function itemsForRequest(chosen: readonly ChosenItem[]): { id: number; drop_rate: number }[] {
  return chosen.map(({ item, rate }) => ({ id: item.id, drop_rate: Number(rate) }));
}

/** Truncates where rounding would reach the minimum, because an edge of 4.999 must not read as 5. */
export function shownEdge(edgePercent: number, percentMin: number = HOUSE_EDGE_PERCENT_MIN): number {
  const cut = Math.floor(edgePercent * 100) / 100;
  const rounded = Math.round(edgePercent * 100) / 100;
  return edgePercent < percentMin && rounded >= percentMin ? cut : rounded;
}

/** The smallest whole price that gives a case with this average cost the minimum edge. */
export function minPriceFor(cost: number, percentMin: number = HOUSE_EDGE_PERCENT_MIN): number {
  return Math.ceil((cost * 100) / (100 - percentMin));
}
