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

/** An item of a case that is being edited; its rate is kept as it was typed. */
export type Chosen = { readonly item: Item; readonly rate: string };

export function chosenOf(box: AdminCase | undefined): Chosen[] {
  return (box?.items ?? []).map(({ drop_rate, parentItem, ...item }) => ({
    item: { ...item, id: parentItem },
    rate: String(drop_rate),
  }));
}

/** An item goes in once, at a rate of 0. */
export function withItem(chosen: readonly Chosen[], item: Item): readonly Chosen[] {
  const isFull = chosen.length >= CASE_ITEMS_MAX;
  return isFull || chosen.some((each) => each.item.id === item.id) ? chosen : [...chosen, { item, rate: '0' }];
}

export function withoutItem(chosen: readonly Chosen[], itemId: number): Chosen[] {
  return chosen.filter(({ item }) => item.id !== itemId);
}

export function withRate(chosen: readonly Chosen[], itemId: number, rate: string): Chosen[] {
  return chosen.map((each) => (each.item.id === itemId ? { ...each, rate } : each));
}

/** Gives an item what the others leave of 100 percent. */
export function withRest(chosen: readonly Chosen[], itemId: number): Chosen[] {
  const rest = TICKETS_TOTAL - totalTickets(withoutItem(chosen, itemId));
  return withRate(chosen, itemId, String(rateOfTickets(Math.max(0, rest))));
}

/** A rate as whole hundredths; undefined when it is no rate. */
export function ticketsOf(rate: string): number | undefined {
  return rate.trim() === '' ? undefined : ticketsOfRate(Number(rate));
}

/** In whole hundredths: 64.1 + 28.6 + 7.3 is 100, which it is not in fractions. */
export function totalTickets(chosen: readonly Chosen[]): number {
  return chosen.reduce((total, { rate }) => total + (ticketsOf(rate) ?? 0), 0);
}

function payoutsOf(chosen: readonly Chosen[]): (Payout & WithdrawalCost)[] {
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
  /** What the items of an opening cost on average when they are withdrawn. */
  readonly cost: number;
  /** The largest single payout that can be drawn. */
  readonly worstPayout: number;
  readonly deviation: number;
  /** What only a case with a price has. */
  readonly priced:
    | {
        readonly revenue: number;
        readonly edgePercent: number;
        readonly isEdgeEnough: boolean;
        readonly withdrawalEdgePercent: number;
        /** Against the site's minimum, and against 0 where there is none. */
        readonly isWithdrawalEdgeEnough: boolean;
        readonly returnPercent: number;
        readonly worstFactor: number;
      }
    | undefined;
};

/** The withdrawal edge in percent that the site requires of every case; null where it requires none. */
export type MinWithdrawalEdge = number | null;

/** All that the editor shows of a case before it is saved. A price of undefined is no price yet. */
export function figuresOf(
  price: number | undefined,
  chosen: readonly Chosen[],
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

/** Of the payout of one opening; tickets that nobody has yet pay nothing. */
function deviationOf(payouts: readonly Payout[], mean: number): number {
  const squares = payouts.reduce(
    (sum, { quickSellPrice, tickets }) => sum + (quickSellPrice - mean) ** 2 * (tickets / TICKETS_TOTAL),
    0,
  );
  const missing = 1 - payouts.reduce((sum, { tickets }) => sum + tickets, 0) / TICKETS_TOTAL;
  return Math.sqrt(squares + Math.max(0, missing) * mean ** 2);
}

/** Why a case cannot be saved as it is. */
export type Objection = { readonly sentence: string } | { readonly totalPercent: number } | { readonly badRates: true };

type Terms = { readonly isNew: boolean; readonly minWithdrawalEdge?: MinWithdrawalEdge };

/** The first objection to a case, the specification's before ours, or none. A new case knows only one word for too low an edge. */
export function objectionTo(
  price: number,
  chosen: readonly Chosen[],
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

/** What is sent of the items. */
export function sentItems(chosen: readonly Chosen[]): { id: number; drop_rate: number }[] {
  return chosen.map(({ item, rate }) => ({ id: item.id, drop_rate: Number(rate) }));
}

/** Cut, never rounded up to the minimum: an edge of 4.999 must not read as the 5 that it is not. */
export function shownEdge(edgePercent: number, percentMin: number = HOUSE_EDGE_PERCENT_MIN): number {
  const cut = Math.floor(edgePercent * 100) / 100;
  const rounded = Math.round(edgePercent * 100) / 100;
  return edgePercent < percentMin && rounded >= percentMin ? cut : rounded;
}

/** The smallest whole price at which a case that costs this on average has edge enough. */
export function leastPriceFor(cost: number, percentMin: number = HOUSE_EDGE_PERCENT_MIN): number {
  return Math.ceil((cost * 100) / (100 - percentMin));
}
