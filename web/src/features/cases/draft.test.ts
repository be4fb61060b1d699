import type { Item } from '@karat/contract/items';
import { describe, expect, test } from 'vitest';
import {
  type ChosenItem,
  figuresOf,
  minPriceFor,
  objectionTo,
  shownEdge,
  totalTickets,
  withItem,
  withRemainder,
} from './draft.ts';

const exampleItem = (id: number, quickSellPrice: number): Item => ({
  id,
  itemName: 'AK-47',
  skinName: `Test ${id}`,
  image: '',
  skinExterior: 'Factory New',
  skinRarity: 'Covert',
  weaponType: 'Rifle',
  price: quickSellPrice,
  min_price: quickSellPrice,
  quick_sell_price: quickSellPrice,
  market_hash_name: `AK-47 | Test ${id} (Factory New)`,
});

/** Items with the same payout and these rates. */
const at = (rates: readonly string[], pays = 100): ChosenItem[] =>
  rates.map((rate, index) => ({ item: exampleItem(index + 1, pays), rate }));

test.each([
  [['64.1', '28.6', '7.3'], 10_000],
  [['33.33', '33.33', '33.34'], 10_000],
  [['33.33', '33.33', '33.33'], 9_999],
  [['0.01', '99.99'], 10_000],
  [['100', ''], 10_000],
  [['0.1', '0.2'], 30],
])('totals %j to %d hundredths of a percent', (rates, tickets) => {
  expect(totalTickets(at(rates))).toBe(tickets);
});

describe('objections to a case', () => {
  test.each([
    ['no item', 1_000, [], { sentence: 'You must select at least one item.' }],
    ['thirds cut to hundredths', 1_000, at(['33.33', '33.33', '33.33']), { totalPercent: 99.99 }],
    ['more than all', 1_000, at(['60', '60']), { totalPercent: 120 }],
    ['a rate finer than a hundredth', 1_000, at(['33.333', '66.667']), { badRates: true }],
    ['an emptied rate', 1_000, at(['100', '']), { badRates: true }],
    ['a rate below 0', 1_000, at(['-1', '101']), { badRates: true }],
    ['an edge of 4.99', 10_000, at(['100'], 9_501), { sentence: 'House edge is too low!' }],
    ['an edge of 0', 100, at(['100'], 100), { sentence: 'House edge is too low!' }],
    [
      'an edge below 0',
      99,
      at(['100'], 100),
      { sentence: 'House edge is negative! Increase the case price or reduce item values.' },
    ],
  ])('%s', (_, price, chosen, objection) => {
    expect(objectionTo(price, chosen, { isNew: false })).toEqual(objection);
  });

  test('an edge below 0 is just too low for a new case', () => {
    expect(objectionTo(99, at(['100'], 100), { isNew: true })).toEqual({ sentence: 'House edge is too low!' });
  });

  test.each([
    ['33.33 + 33.33 + 33.34', 1_000, at(['33.33', '33.33', '33.34'])],
    ['an edge of exactly 5', 10_000, at(['100'], 9_500)],
  ])('none, with %s', (_, price, chosen) => {
    expect(objectionTo(price, chosen, { isNew: false })).toBeUndefined();
  });

  test.each([
    ['no minimum', null, undefined],
    ['a minimum of -6', -6, undefined],
    ['a minimum of -5', -5, { sentence: 'The house edge when withdrawn is too low.' }],
    ['a minimum of 0', 0, { sentence: 'The house edge when withdrawn is too low.' }],
  ])('a withdrawal edge of -5.5, with %s', (_, minWithdrawalEdge, objection) => {
    const chosen = [{ item: { ...exampleItem(1, 9_495), price: 10_550 }, rate: '100' }];
    expect(objectionTo(10_000, chosen, { isNew: true, minWithdrawalEdge })).toEqual(objection);
  });
});

test('computes the figures of a case of two', () => {
  const chosen: ChosenItem[] = [
    { item: { ...exampleItem(1, 5_000), price: 6_000 }, rate: '10' },
    { item: exampleItem(2, 400), rate: '90' },
  ];
  const { payout, cost, worstPayout, deviation, priced, ...total } = figuresOf(1_000, chosen);
  expect(total).toEqual({ totalPercent: 100, isTotalRight: true });
  expect({ payout, cost, worstPayout }).toEqual({ payout: 860, cost: 960, worstPayout: 5_000 });
  expect(deviation).toBeCloseTo(1_380, 6);
  expect(priced).toEqual({
    revenue: 140,
    edgePercent: expect.closeTo(14, 9) as number,
    isEdgeEnough: true,
    withdrawalEdgePercent: expect.closeTo(4, 9) as number,
    isWithdrawalEdgeEnough: true,
    returnPercent: expect.closeTo(86, 9) as number,
    worstFactor: 5,
  });
});

test.each([
  [null, 1_000, true],
  [null, 999, false],
  [5, 1_052, false],
  [5, 1_053, true],
])('with a minimum of %j a price of %i for an item of 1,000 has enough withdrawal edge: %s', (min, price, isEnough) => {
  const chosen = [{ item: { ...exampleItem(1, 900), price: 1_000 }, rate: '100' }];
  expect(figuresOf(price, chosen, min).priced?.isWithdrawalEdgeEnough).toBe(isEnough);
});

test('ignores an item that never drops in the largest payout', () => {
  const chosen: ChosenItem[] = [
    { item: exampleItem(1, 9_000), rate: '0' },
    { item: exampleItem(2, 400), rate: '100' },
  ];
  expect(figuresOf(1_000, chosen)).toMatchObject({ worstPayout: 400, deviation: 0 });
});

test('has no edge without a price', () => {
  expect(figuresOf(undefined, at(['100'])).priced).toBeUndefined();
});

test('adds an item once, with a rate of 0', () => {
  const once = withItem([], exampleItem(4, 100));
  expect(once).toEqual([{ item: exampleItem(4, 100), rate: '0' }]);
  expect(withItem(once, exampleItem(4, 100))).toBe(once);
});

test('fills the rest to 100 exactly, and never below 0', () => {
  expect(withRemainder(at(['64.1', '28.6', '0']), 3)[2]?.rate).toBe('7.3');
  expect(withRemainder(at(['80', '40', '5']), 3)[2]?.rate).toBe('0');
});

test.each([
  [4.999, 4.99],
  [5, 5],
  [7.254, 7.25],
  [-3.336, -3.34],
])('shows an edge of %d as %d', (edge, shown) => {
  expect(shownEdge(edge)).toBe(shown);
});

test('does not show a withdrawal edge just below the minimum as the minimum', () => {
  expect([shownEdge(-0.001, 0), shownEdge(2.999, 3), shownEdge(0.004, 0)]).toEqual([-0.01, 2.99, 0]);
});

test.each([
  [950, 1_000],
  [900, 948],
  [0.5, 1],
  [33.33, 36],
])('for a payout of %d requires a price of %d', (payout, price) => {
  expect(minPriceFor(payout)).toBe(price);
});

test('finds the lowest price that gives the minimum edge', () => {
  for (const pays of [100, 333, 949, 950, 951, 12_345]) {
    const price = minPriceFor(pays);
    expect(figuresOf(price, at(['100'], pays)).priced?.isEdgeEnough).toBe(true);
    expect(figuresOf(price - 1, at(['100'], pays)).priced?.isEdgeEnough).toBe(false);
  }
});
