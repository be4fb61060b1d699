// A million rolls with fixed seeds, so that the result never varies. Node's HMAC draws them, twice as fast as our own; a test of
// the server compares the two.
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { caseTicket, type Drop, dropAt, type Hmac, TICKETS_TOTAL } from './fairness.ts';
import { sha256Hex } from './sha256.ts';
import { chiSquareTest, oddsOfCounts } from './statistics.ts';

const ROLLS = 1_000_000;
const SEEDS = 4;
const P_MIN = 1e-4;
const COARSE_CELLS = 16;

const zeros = (length: number) => new Uint32Array(length);
const evenly = (counts: Uint32Array) => {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return chiSquareTest(
    [...counts],
    Array.from(counts, () => total / counts.length),
  );
};

const drops: Drop[] = [
  [1, 7_992],
  [2, 1_598],
  [3, 320],
  [4, 64],
  [5, 25],
  [6, 1],
];

const tickets = zeros(TICKETS_TOTAL);
const pairs = zeros(COARSE_CELLS ** 2);
const byteModulo15 = zeros(15);
const halfWordModulo = zeros(TICKETS_TOTAL);
const wins = new Map<number, number>();

/** Node's HMAC. Also counts what two common mistakes would make of the same digest. */
const watchedHmac: Hmac = (key, message) => {
  const digest = createHmac('sha256', key).update(message).digest();
  byteModulo15[digest.readUInt8(0) % 15] += 1;
  halfWordModulo[digest.readUInt16BE(0) % TICKETS_TOTAL] += 1;
  return digest;
};

beforeAll(() => {
  const caseHash = sha256Hex('any case');
  for (let seed = 0; seed < SEEDS; seed++) {
    const inputs = { serverSeed: sha256Hex(`statistics ${seed}`), clientSeed: 'stat', caseHash, entropy: '' };
    for (let nonce = 0, before = 0; nonce < ROLLS / SEEDS; nonce++) {
      const ticket = caseTicket({ ...inputs, nonce }, watchedHmac);
      const { itemId } = dropAt(drops, ticket);
      const cell = Math.floor((ticket * COARSE_CELLS) / TICKETS_TOTAL);
      tickets[ticket] += 1;
      wins.set(itemId, (wins.get(itemId) ?? 0) + 1);
      // The test needs independent pairs, so they do not overlap.
      if (nonce % 2 === 1) pairs[before * COARSE_CELLS + cell] += 1;
      before = cell;
    }
  }
}, 180_000);

describe('a million rolls', () => {
  test('spread evenly over the ten thousand tickets', () => {
    const { degrees, p } = evenly(tickets);
    expect(degrees).toBe(TICKETS_TOTAL - 1);
    expect(p).toBeGreaterThan(P_MIN);
  });

  test('give each item its share', () => {
    const odds = oddsOfCounts(drops, wins);
    expect([odds.openings, odds.verdict, odds.test?.degrees]).toEqual([ROLLS, 'fits', drops.length - 1]);
    expect(odds.test?.p).toBeGreaterThan(P_MIN);
  });

  test('do not depend on the previous roll', () => {
    const { degrees, p } = evenly(pairs);
    expect(degrees).toBe(COARSE_CELLS ** 2 - 1);
    expect(p).toBeGreaterThan(P_MIN);
  });

  test('are not more even than chance', () => {
    for (const counts of [tickets, pairs]) expect(evenly(counts).p).toBeLessThan(1 - 1e-6);
  });
});

// Shows that the tests above can fail.
describe('the same million digests, drawn with a known mistake', () => {
  test('one byte modulo 15 fails', () => {
    expect(evenly(byteModulo15).p).toBeLessThan(1e-6);
  });

  test('sixteen bits modulo 10,000 fail', () => {
    expect(evenly(halfWordModulo).p).toBeLessThan(1e-6);
  });

  test('a knife that drops one and a half times as often as published fails', () => {
    const [common = 0, knife = 0] = [wins.get(1), wins.get(5)];
    const doctored = new Map(wins).set(1, common - knife / 2).set(5, (knife * 3) / 2);
    expect(oddsOfCounts(drops, doctored).verdict).toBe('doubtful');
  });
});
