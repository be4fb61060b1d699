import { expect, test } from 'vitest';
import {
  PRICE_BANDS,
  expectedPayout,
  houseEdgePercent,
  isHouseEdgeEnough,
  isHouseEdgeNegative,
  isLargeSpend,
  isWithdrawalEdgeEnough,
  rateOfTickets,
  shownPrice,
  ticketsOfRate,
  withdrawalEdgePercent,
} from './cases.ts';
import { TICKETS_TOTAL } from './fairness.ts';

const totalOf = (rates: readonly number[]) => rates.reduce((sum, rate) => sum + (ticketsOfRate(rate) ?? Number.NaN), 0);

test.each([
  [[33.33, 33.33, 33.34], 10_000],
  [[33.33, 33.33, 33.33], 9_999],
  [[64.1, 28.6, 7.3], 10_000],
  [[79.92, 15.98, 3.2, 0.64, 0.25, 0.01], 10_000],
  [[0.07, 0.07, 99.86], 10_000],
  [[100], 10_000],
])('the rates %j are %i tickets', (rates, total) => {
  expect(totalOf(rates)).toBe(total);
});

test('every rate with two decimals converts to its tickets and back', () => {
  const all = Array.from({ length: TICKETS_TOTAL + 1 }, (_, tickets) => tickets);
  const rates = all.map((tickets) => Number(`${Math.floor(tickets / 100)}.${String(tickets % 100).padStart(2, '0')}`));
  expect(rates.map(ticketsOfRate)).toEqual(all);
  expect(all.map(rateOfTickets)).toEqual(rates);
});

test.each([0.001, 33.333, 0.005, 99.999, -0.01, 100.01, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  'rejects a rate of %d',
  (rate) => {
    expect(ticketsOfRate(rate)).toBeUndefined();
  },
);

// One item with all tickets: the edge is price minus payout, to the hundredth of a percent.
test.each([
  [10_000, 9_501, 4.99, false],
  [10_000, 9_500, 5, true],
  [10_000, 9_499, 5.01, true],
  [10_000, 10_001, -0.01, false],
  [1, 0, 100, true],
])(
  'at a price of %i and a payout of %i the edge is %d %, which is enough: %s',
  (price, quickSellPrice, percent, isEnough) => {
    const payouts = [{ quickSellPrice, tickets: TICKETS_TOTAL }];
    expect(houseEdgePercent(price, payouts)).toBeCloseTo(percent, 10);
    expect(isHouseEdgeEnough(price, payouts)).toBe(isEnough);
    expect(isHouseEdgeNegative(price, payouts)).toBe(percent < 0);
  },
);

test('refuses an edge that is a ten-thousandth of a diamond too small, which floating point would round away', () => {
  const price = 1_000_000_000_000;
  const exact = [{ quickSellPrice: 950_000_000_000, tickets: 10_000 }];
  const over = [
    { quickSellPrice: 950_000_000_000, tickets: 9_999 },
    { quickSellPrice: 950_000_000_001, tickets: 1 },
  ];
  expect([exact, over].map((payouts) => isHouseEdgeEnough(price, payouts))).toEqual([true, false]);
});

test('an edge of zero is not negative', () => {
  expect(isHouseEdgeNegative(100, [{ quickSellPrice: 100, tickets: TICKETS_TOTAL }])).toBe(false);
});

// One item with all tickets: the withdrawal edge is price minus item price.
test.each([
  [10_000, 9_999, 0, 0.01, true],
  [10_000, 10_000, 0, 0, true],
  [10_000, 10_001, 0, -0.01, false],
  [10_000, 9_700, 3, 3, true],
  [10_000, 9_701, 3, 2.99, false],
  [10_000, 9_749, 2.5, 2.51, true],
  [10_000, 9_751, 2.5, 2.49, false],
  [10_000, 10_500, -5, -5, true],
  [10_000, 10_501, -5, -5.01, false],
  [1, 0, 100, 100, true],
])(
  'at %i diamonds for an item of %i, with a minimum of %d %, the withdrawal edge is %d %, which is enough: %s',
  (price, itemPrice, percentMin, percent, isEnough) => {
    const costs = [{ price: itemPrice, tickets: TICKETS_TOTAL }];
    expect(withdrawalEdgePercent(price, costs)).toBeCloseTo(percent, 10);
    expect(isWithdrawalEdgeEnough(price, costs, percentMin)).toBe(isEnough);
  },
);

test('the withdrawal edge weighs each item by its tickets', () => {
  const costs = [
    { price: 100, tickets: 9_000 },
    { price: 5_000, tickets: 1_000 },
  ];
  expect(withdrawalEdgePercent(1_000, costs)).toBeCloseTo(41, 10);
});

test('refuses a withdrawal edge that is a ten-thousandth of a diamond too small', () => {
  const price = 1_000_000_000_000;
  const exact = [{ price, tickets: 10_000 }];
  const over = [
    { price, tickets: 9_999 },
    { price: price + 1, tickets: 1 },
  ];
  expect([exact, over].map((costs) => isWithdrawalEdgeEnough(price, costs, 0))).toEqual([true, false]);
});

test('the expected payout weighs each item by its tickets', () => {
  const payouts = [
    { quickSellPrice: 100, tickets: 9_000 },
    { quickSellPrice: 5_000, tickets: 1_000 },
  ];
  expect(expectedPayout(payouts)).toBe(590);
});

test.each([
  [undefined, 1_000],
  [null, 1_000],
  [0, 0],
  [25_500, 25_500],
])('a case with the price %j shows %i', (price, shown) => {
  expect(shownPrice(price)).toBe(shown);
});

test('price bands follow each other without gaps, from 0 on', () => {
  const starts = PRICE_BANDS.map(({ minPrice }) => minPrice);
  expect(starts).toEqual([0, ...PRICE_BANDS.slice(0, -1).map(({ maxPrice }) => maxPrice! + 1)]);
  expect(PRICE_BANDS.at(-1)!.maxPrice).toBeNull();
});

test.each([
  [500, 1_000, false],
  [501, 1_000, true],
  [1_000, 1_000, true],
  [1, 0, true],
])('a cost of %d is large for a balance of %d: %s', (cost, balance, isLarge) => {
  expect(isLargeSpend(cost, balance)).toBe(isLarge);
});
