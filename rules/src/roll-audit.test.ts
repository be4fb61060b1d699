import { expect, test } from 'vitest';
import { caseCanon, caseTicket, dropAt, dropsOfCanon } from './fairness.ts';
import { createRollAudit, type ListedRoll, type PublishedRoll } from './roll-audit.ts';
import { sha256Hex } from './sha256.ts';
import { oddsOfRolls } from './statistics.ts';

const canon = caseCanon({
  v: 1,
  name: 'Şafak',
  price: 500,
  drops: [
    [4, 9_000],
    [7, 1_000],
  ],
});
const caseHash = sha256Hex(canon);
const serverSeed = sha256Hex('a seed');

function rollAt(nonce: number): PublishedRoll & { serverSeed: string } {
  const inputs = { serverSeed, clientSeed: 'audit', caseHash, entropy: '', nonce };
  const ticket = caseTicket(inputs);
  const { itemId } = dropAt(dropsOfCanon(canon), ticket);
  return { id: 100 + nonce, ...inputs, serverSeedHash: sha256Hex(serverSeed), ticket, itemId };
}

function auditOf(rolls: readonly (PublishedRoll | ListedRoll)[], canons = [canon]) {
  const audit = createRollAudit(canons);
  for (const roll of rolls) audit.add(roll);
  return audit.result();
}

const honest = [0, 1, 2, 3, 4, 5].map(rollAt);

test('correct rolls verify, and their odds are those of the rows', () => {
  expect(auditOf(honest)).toEqual({
    rolls: 6,
    listed: 0,
    fitting: 0,
    verified: 6,
    secret: 0,
    untabled: 0,
    wrong: [],
    repeated: [],
    listedTwice: [],
    gaps: [],
    odds: [{ canon, caseHash, odds: oddsOfRolls(canon, honest) }],
  });
});

test('the order of the rows does not matter', () => {
  expect(auditOf(honest.toReversed())).toEqual(auditOf(honest));
});

test.each([
  ['seed', { serverSeedHash: caseHash }, ['seed']],
  ['seed and the ticket', { serverSeed: caseHash }, ['seed', 'ticket']],
  ['ticket', { clientSeed: 'other' }, ['ticket']],
  ['ticket', { nonce: 9 }, ['ticket']],
  ['item', { itemId: 99 }, ['item']],
  ['ticket and the item', { ticket: 10_000 }, ['ticket', 'item']],
])('reports a roll whose %s does not match', (_, change, faults) => {
  const { wrong, verified } = auditOf([{ ...rollAt(0), ...change }, rollAt(1)]);
  expect(wrong).toEqual([{ id: 100, faults }]);
  expect(verified).toBe(1);
});

test('a roll with a secret seed counts as pending, but its item is checked', () => {
  const secret = honest.map((roll) => ({ ...roll, serverSeed: null }));
  expect(auditOf(secret)).toMatchObject({ verified: 0, secret: 6, wrong: [] });
  expect(auditOf([{ ...rollAt(0), serverSeed: null, itemId: 99 }]).wrong).toEqual([{ id: 100, faults: ['item'] }]);
});

test('without its table a roll is verified, but its item is not', () => {
  expect(auditOf([{ ...rollAt(0), itemId: 99 }], [])).toMatchObject({ verified: 1, untabled: 1, odds: [] });
});

test('reports a hidden roll as a gap, at the beginning and in between', () => {
  const serverSeedHash = sha256Hex(serverSeed);
  expect(auditOf([0, 1, 4, 7].map(rollAt)).gaps).toEqual([{ serverSeedHash, missing: 4, first: 2 }]);
  expect(auditOf([1, 2].map(rollAt)).gaps).toEqual([{ serverSeedHash, missing: 1, first: 0 }]);
});

test('reports a repeated nonce once', () => {
  const { repeated, gaps } = auditOf([0, 1, 1, 1, 2].map(rollAt));
  expect(repeated).toEqual([{ serverSeedHash: sha256Hex(serverSeed), nonce: 1 }]);
  expect(gaps).toEqual([]);
});

test('the same nonce under two seeds is not a repetition', () => {
  const other = { ...rollAt(0), serverSeed: null, serverSeedHash: sha256Hex('another') };
  expect(auditOf([rollAt(0), other]).repeated).toEqual([]);
});

test('reports repetitions of the same nonce under two seeds separately', () => {
  const other = { ...rollAt(0), serverSeed: null, serverSeedHash: sha256Hex('another') };
  expect(auditOf([rollAt(0), rollAt(0), other, other]).repeated).toHaveLength(2);
});

test('computes odds for a table without rolls', () => {
  expect(auditOf([]).odds).toEqual([{ canon, caseHash, odds: oddsOfRolls(canon, []) }]);
});

test('counts listed openings by item, and reports wrong items and duplicates', () => {
  const listed = [0, 1, 2].map((nonce) => {
    const { ticket, itemId } = rollAt(nonce);
    return { handle: `h${nonce}`, caseHash, ticket, itemId };
  });
  const { rolls, listed: count, fitting, verified, wrong, listedTwice, gaps, odds } = auditOf(listed);
  expect([rolls, count, fitting, verified, wrong, listedTwice, gaps]).toEqual([3, 3, 3, 0, [], [], []]);
  expect(odds[0].odds.openings).toBe(3);
  const doctored = [{ ...listed[0], itemId: 404 }, listed[1], listed[1], { ...listed[2], caseHash: 'unknown' }];
  expect(auditOf(doctored)).toMatchObject({
    rolls: 4,
    fitting: 2,
    untabled: 1,
    wrong: [{ id: 'h0', faults: ['item'] }],
    listedTwice: ['h1'],
  });
});
