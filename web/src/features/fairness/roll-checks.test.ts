import { sha256Hex } from '@karat/rules/sha256';
import { describe, expect, test } from 'vitest';
import { exampleRoll } from '#testing/rolls.ts';
import { type Suspect, type ShownRoll, type CheckName, checkRoll, intervalOf } from './roll-checks.ts';

/** The failed checks and what they point at; all others passed. */
function failed(roll: ShownRoll): Partial<Record<CheckName, Suspect>> {
  return Object.fromEntries(
    checkRoll(roll).checks.flatMap((tick) => (tick.state === 'wrong' ? [[tick.name, tick.suspect]] : [])),
  );
}

test('passes five checks for an honest roll', () => {
  const { checks, drawnTicket } = checkRoll(exampleRoll);
  expect(checks.map(({ name, state }) => [name, state])).toEqual([
    ['seed', 'right'],
    ['table', 'right'],
    ['total', 'right'],
    ['ticket', 'right'],
    ['item', 'right'],
  ]);
  expect(drawnTicket).toBe(4390);
});

const otherCanon = exampleRoll.caseCanon.replace('[1,7992],[2,1598]', '[1,1598],[2,7992]');
const shortCanon = exampleRoll.caseCanon.replace('7992', '7991');

describe('a changed input fails the right checks, which point at it', () => {
  test.each<[what: string, change: Partial<ShownRoll>, expected: Partial<Record<CheckName, Suspect>>]>([
    ['server seed', { serverSeed: sha256Hex('another') }, { seed: 'serverSeed', ticket: 'serverSeed' }],
    ['hash of the server seed', { serverSeedHash: sha256Hex('another') }, { seed: 'serverSeedHash' }],
    ['client seed', { clientSeed: 'mallory' }, { ticket: 'inputs' }],
    ['entropy', { entropy: 'f'.repeat(32) }, { ticket: 'inputs' }],
    ['entropy taken away', { entropy: '' }, { ticket: 'inputs' }],
    ['nonce', { nonce: 1 }, { ticket: 'inputs' }],
    ['table', { caseCanon: otherCanon }, { table: 'caseCanon', item: 'caseCanon' }],
    ['table short of a ticket', { caseCanon: shortCanon }, { table: 'caseCanon', total: 'caseCanon' }],
    ['table that is no table', { caseCanon: '{' }, { table: 'caseCanon', total: 'caseCanon', item: 'caseCanon' }],
    ['hash of the table', { caseHash: sha256Hex('another') }, { table: 'caseHash', ticket: 'caseHash' }],
    ['ticket within the item', { ticket: 4391 }, { ticket: 'inputs' }],
    ['ticket of another item', { ticket: 9999 }, { ticket: 'ticket', item: 'ticket' }],
    ['ticket outside the table', { ticket: 10_000 }, { ticket: 'ticket', item: 'ticket' }],
    ['item', { itemId: 6 }, { item: 'itemId' }],
  ])('%s', (_, change, expected) => {
    expect(failed({ ...exampleRoll, ...change })).toEqual(expected);
  });

  test('fails the ticket of a table that was replaced together with its hash', () => {
    expect(failed({ ...exampleRoll, caseCanon: otherCanon, caseHash: sha256Hex(otherCanon) })).toHaveProperty('ticket');
  });
});

describe('before the reveal', () => {
  const secret = { ...exampleRoll, serverSeed: null };

  test('leaves checks that need the seed waiting, and runs the others', () => {
    const { checks, drawnTicket } = checkRoll(secret);
    expect(checks.map(({ state }) => state)).toEqual(['waiting', 'right', 'right', 'waiting', 'right']);
    expect(drawnTicket).toBeUndefined();
  });

  test('finds a changed table or item', () => {
    expect(failed({ ...secret, caseCanon: otherCanon })).toEqual({ table: 'canonOrHash', item: 'caseCanon' });
    expect(failed({ ...secret, itemId: 6 })).toEqual({ item: 'ticketOrItem' });
  });
});

test('reads the interval of a ticket from the table', () => {
  expect(intervalOf(exampleRoll)).toEqual({ itemId: 1, from: 0, to: 7991 });
  expect(intervalOf({ ...exampleRoll, caseCanon: 'null' })).toBeUndefined();
});
