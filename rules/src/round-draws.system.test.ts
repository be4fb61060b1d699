// A million rounds of one chain with a fixed secret, so that the result never varies. Node's crypto hashes and draws them; other
// tests compare it with our own.
import { createHmac, hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Hmac, roundNumber } from './fairness.ts';
import { COLORS, colorOf, NUMBERS_TOTAL } from './roulette.ts';
import { chiSquareTest } from './statistics.ts';

const ROUNDS = 1_000_000;
const P_MIN = 1e-4;

const numbers = new Uint32Array(NUMBERS_TOTAL);
const pairs = new Uint32Array(NUMBERS_TOTAL ** 2);
const byteModulo15 = new Uint32Array(NUMBERS_TOTAL);

const nodeHmac: Hmac = (key, message) => {
  const digest = createHmac('sha256', key).update(message).digest();
  byteModulo15[digest.readUInt8(0) % NUMBERS_TOTAL] += 1;
  return digest;
};

function evenly(counts: Uint32Array) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return chiSquareTest(
    [...counts],
    Array.from(counts, () => total / counts.length),
  );
}

beforeAll(() => {
  let seed = hash('sha256', 'statistics, roulette');
  for (let k = 1, before = 0; k <= ROUNDS; k++) {
    seed = hash('sha256', seed);
    const number = roundNumber({ seed, salt: '07', beacon: '', k }, nodeHmac);
    numbers[number] += 1;
    // The test needs independent pairs, so they do not overlap.
    if (k % 2 === 0) pairs[before * NUMBERS_TOTAL + number] += 1;
    before = number;
  }
}, 180_000);

test('a million rounds spread evenly over the fifteen numbers', () => {
  const { degrees, p } = evenly(numbers);
  expect(degrees).toBe(NUMBERS_TOTAL - 1);
  expect(p).toBeGreaterThan(P_MIN);
});

test('a round does not depend on the previous one', () => {
  const { degrees, p } = evenly(pairs);
  expect(degrees).toBe(NUMBERS_TOTAL ** 2 - 1);
  expect(p).toBeGreaterThan(P_MIN);
});

test('each colour has its share', () => {
  const counts = COLORS.map((color) =>
    numbers.reduce((sum, count, index) => sum + (colorOf(index) === color ? count : 0), 0),
  );
  const expected = [7, 1, 7].map((share) => (ROUNDS * share) / NUMBERS_TOTAL);
  expect(chiSquareTest(counts, expected).p).toBeGreaterThan(P_MIN);
});

test('they are not more even than chance, and one byte modulo 15 fails', () => {
  for (const counts of [numbers, pairs]) expect(evenly(counts).p).toBeLessThan(1 - 1e-6);
  expect(evenly(byteModulo15).p).toBeLessThan(1e-6);
});
