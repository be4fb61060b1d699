import { NUMBERS_TOTAL, WHEEL } from '@karat/rules/roulette';
import { expect, test } from 'vitest';
import { bettingRound, pastRound } from '#testing/roulette.ts';
import {
  TILES,
  fadeKeyframes,
  numberBefore,
  restingTile,
  spinOf,
  tileTransform,
  spinKeyframes,
  totalSpinMs,
} from './wheel-spin.ts';

/** Half of the widest frame, in tiles. */
const SIDE_TILES = 10;
const numbers = Array.from({ length: NUMBERS_TOTAL }, (_, number) => number);

test('lands on the drawn number from every other number', () => {
  for (const previous of numbers) {
    for (const number of numbers) {
      const spin = spinOf({ previous, number, roundId: previous * 100 + number, spinMs: 7_000 });
      expect(TILES[spin.from]).toBe(previous);
      expect(TILES[spin.to]).toBe(number);
      expect(Math.round(spin.stop)).toBe(spin.to);
      expect(spin.to - spin.from).toBeGreaterThanOrEqual(5 * NUMBERS_TOTAL);
      expect(spin.from).toBeGreaterThanOrEqual(SIDE_TILES);
      expect(TILES.length - 1 - spin.to).toBeGreaterThanOrEqual(SIDE_TILES);
    }
  }
});

test('a spin ends with the tiles that the next one starts with', () => {
  for (const number of numbers) {
    const { to } = spinOf({ previous: 3, number, roundId: 9, spinMs: 7_000 });
    const around = (at: number) => TILES.slice(at - SIDE_TILES, at + SIDE_TILES + 1);
    expect(around(to)).toEqual(around(restingTile(number)));
  }
});

test('computes the same spin on every screen and after a reload', () => {
  const drawn = { previous: 14, number: 0, roundId: 41, spinMs: 7_000 };
  expect(spinKeyframes(spinOf({ ...drawn }))).toEqual(spinKeyframes(spinOf(drawn)));
});

test('starts at rest, stops within the tile, and settles in its middle', () => {
  const spin = spinOf({ previous: 6, number: 11, roundId: 7, spinMs: 7_000 });
  const [start, stop, end] = spinKeyframes(spin);
  expect(start).toMatchObject(tileTransform(restingTile(6)));
  expect(stop).toMatchObject(tileTransform(spin.stop));
  expect(stop!.offset! * totalSpinMs(spin)).toBeCloseTo(7_000);
  expect(Math.abs(spin.stop - spin.to)).toBeLessThanOrEqual(0.4);
  expect(end).toEqual(tileTransform(spin.to));
});

test.each([0, 100, 7_000, 60_000])('only fades with reduced motion in a spin of %i ms', (spinMs) => {
  const frames = fadeKeyframes(spinOf({ previous: 6, number: 11, roundId: 7, spinMs }));
  const offsets = frames.map(({ offset }) => offset).filter((offset) => offset !== undefined) as number[];
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
  expect(offsets.every((offset) => offset >= 0 && offset <= 1)).toBe(true);
  frames.slice(1).forEach(({ transform, opacity }, index) => {
    if (transform !== frames[index]!.transform) expect([frames[index]!.opacity, opacity]).toEqual([0, 0]);
  });
});

test('stops at a different place in the tile each round', () => {
  const offsets = Array.from({ length: 200 }, (_, roundId) => {
    const { stop, to } = spinOf({ previous: 0, number: 5, roundId, spinMs: 7_000 });
    return stop - to;
  });
  expect(Math.min(...offsets)).toBeLessThan(-0.3);
  expect(Math.max(...offsets)).toBeGreaterThan(0.3);
  expect(Math.abs(offsets.reduce((sum, each) => sum + each) / offsets.length)).toBeLessThan(0.08);
});

test('starts from the last number, skipping refunded rounds', () => {
  const refunded = { ...pastRound(8, 1), state: 'REFUNDED' as const, winnerNumber: null, winnerColor: null };
  const last = [pastRound(9, 4), refunded, pastRound(7, 12)];
  expect(numberBefore(bettingRound(10), last)).toBe(4);
  expect(numberBefore(bettingRound(9), last)).toBe(12);
  expect(numberBefore(bettingRound(1), [])).toBe(0);
});

test('contains all numbers of the wheel', () => {
  expect(TILES.slice(0, NUMBERS_TOTAL).toSorted((a, b) => a - b)).toEqual(numbers);
  expect(TILES).toHaveLength(9 * WHEEL.length);
});
