import { describe, expect, test } from 'vitest';
import vectors from '../vectors/fairness-vectors.json' with { type: 'json' };
import { isHouseEdgeEnough, ticketsOfRate } from './cases.ts';
import {
  caseCanon,
  type CaseRoll,
  caseTicket,
  CLIENT_SEED_PATTERN,
  type Drop,
  dropAt,
  dropsOfCanon,
  ENTROPY_PATTERN,
  linkAfter,
  type RevealedRound,
  type RevealedRoll,
  type RollVerdict,
  roomFlip,
  roundNumber,
  TICKETS_TOTAL,
  uniform,
  verifyCaseRoll,
  verifyRound,
  wordStream,
} from './fairness.ts';
import { colorOf } from './roulette.ts';
import { sha256Hex } from './sha256.ts';

type Canon = (typeof vectors.canon)[number];

const { serverSeed, serverSeedHash } = vectors;
const [demo, lucky] = vectors.canon as [Canon, Canon];
const table = dropsOfCanon(demo.text);
const rollOf = (roll: { clientSeed: string; entropy: string; nonce: number }): CaseRoll => ({
  serverSeed,
  caseHash: demo.hash,
  clientSeed: roll.clientSeed,
  entropy: roll.entropy,
  nonce: roll.nonce,
});

describe('reproduces every test vector', () => {
  test('the hash of the server seed', () => {
    expect(sha256Hex(serverSeed)).toBe(serverSeedHash);
  });

  test.each(vectors.canon)('the text and the hash of the case $name', ({ v, name, price, items, text, hash }) => {
    expect(caseCanon({ v, name, price, drops: items as unknown as Drop[] })).toBe(text);
    expect(sha256Hex(text)).toBe(hash);
  });

  test('ten words across the boundary of a block', () => {
    const stream = wordStream(vectors.words.key, vectors.words.message);
    expect(vectors.words.first.map(() => stream.next().value)).toEqual(vectors.words.first);
  });

  test.each(vectors.uniform)('a number below $n out of $words', ({ n, words: given, result }) => {
    expect(uniform(n, given)).toBe(result);
  });

  test.each(vectors.pick)('ticket $ticket wins item $item', ({ ticket, item }) => {
    expect(dropAt(table, ticket).itemId).toBe(item);
  });

  test.each(vectors.case)('$clientSeed:$nonce:$entropy draws $ticket', (vector) => {
    expect(caseTicket(rollOf(vector))).toBe(vector.ticket);
    expect(dropAt(table, vector.ticket).itemId).toBe(vector.item);
  });

  test.each(vectors.case.filter((vector) => vector.firstWordRejected !== undefined))(
    'rejects the first word of $clientSeed:$nonce',
    ({ clientSeed, nonce, firstWordRejected }) => {
      const message = `case/1:${clientSeed}:${demo.hash}::${nonce}`;
      expect(wordStream(serverSeed, message).next().value).toBe(firstWordRejected);
      expect(firstWordRejected).toBeGreaterThanOrEqual(2 ** 32 - (2 ** 32 % TICKETS_TOTAL));
    },
  );

  test.each(vectors.dropRate)('a rate of $rate is $bp tickets', ({ rate, bp }) => {
    expect(ticketsOfRate(rate) ?? null).toBe(bp);
  });

  test.each(vectors.edge)(
    'at price $price the payouts $items leave enough edge: $enough',
    ({ price, items, enough }) => {
      const payouts = (items as [number, number][]).map(([quickSellPrice, tickets]) => ({ quickSellPrice, tickets }));
      expect(isHouseEdgeEnough(price, payouts)).toBe(enough);
    },
  );
});

describe('the draw', () => {
  test('throws if the stream ends without an accepted word', () => {
    expect(() => uniform(10, [2 ** 32 - 1])).toThrow(RangeError);
  });

  test('continues in the next block when all eight words of the first are rejected', () => {
    const hashedMessages: string[] = [];
    const hmac = (_: string, message: string): Uint8Array => {
      hashedMessages.push(message);
      return message.endsWith(':1') ? Uint8Array.from({ length: 32 }, () => 0) : new Uint8Array(32).fill(0xff);
    };
    expect(caseTicket(rollOf({ clientSeed: 'a', entropy: '', nonce: 7 }), hmac)).toBe(0);
    expect(hashedMessages).toEqual([`case/1:a:${demo.hash}::7:0`, `case/1:a:${demo.hash}::7:1`]);
  });

  // Other data of the player is never read, so it cannot influence the ticket.
  test('reads its five inputs and nothing else: no player, no role, no balance', () => {
    const read: string[] = [];
    const roll = { ...rollOf({ clientSeed: 'alice', entropy: '', nonce: 0 }), playerId: 7, role: 'admin', balance: 1 };
    const watched = new Proxy(roll, {
      get(target, name, receiver) {
        read.push(String(name));
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    expect(caseTicket(watched)).toBe(8096);
    expect(new Set(read)).toEqual(new Set(['caseHash', 'clientSeed', 'entropy', 'nonce', 'serverSeed']));
  });

  test('two players with equal inputs draw equal tickets', () => {
    const inputs = rollOf({ clientSeed: 'same', entropy: '', nonce: 3 });
    const one = { ...inputs, playerId: 1, role: 'player' };
    const other = { ...inputs, playerId: 2, role: 'admin' };
    expect(caseTicket(one)).toBe(caseTicket(other));
  });

  test.each([
    ['serverSeed', { serverSeed: `1${serverSeed.slice(1)}` }],
    ['clientSeed', { clientSeed: 'alicf' }],
    ['caseHash', { caseHash: lucky.hash }],
    ['entropy', { entropy: '0123456789abcdef0123456789abcdef' }],
    ['nonce', { nonce: 1 }],
  ])('another %s gives another roll', (_, change) => {
    const roll = rollOf({ clientSeed: 'alice', entropy: '', nonce: 0 });
    expect(caseTicket({ ...roll, ...change })).not.toBe(caseTicket(roll));
  });
});

describe('the table', () => {
  // There are few enough tickets to test them all instead of a sample.
  test.each([
    ['demo', table],
    ['one item', [[9, 10_000]]],
    [
      'items without a ticket',
      [
        [1, 0],
        [2, 9_999],
        [3, 0],
        [4, 1],
        [5, 0],
      ],
    ],
    [
      'thirds',
      [
        [1, 3_333],
        [2, 3_333],
        [3, 3_334],
      ],
    ],
    ['ten thousand items', Array.from({ length: TICKETS_TOTAL }, (_, index) => [index, 1])],
  ] as [string, Drop[]][])('over all tickets each drop wins exactly as often as it has tickets: %s', (_, drops) => {
    const wins = new Map(drops.map(([itemId]) => [itemId, 0]));
    for (let ticket = 0; ticket < TICKETS_TOTAL; ticket++) {
      const { itemId, from, to } = dropAt(drops, ticket);
      if (ticket < from || ticket > to) throw new Error(`${ticket} is not in ${from}–${to}`);
      wins.set(itemId, wins.get(itemId)! + 1);
    }
    expect(wins).toEqual(new Map(drops));
  });

  test.each([-1, 10_000, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'throws for ticket %d outside the table',
    (ticket) => {
      expect(() => dropAt(table, ticket)).toThrow(RangeError);
    },
  );

  test('the canon sorts items by id and does not change the given list', () => {
    const drops: Drop[] = [
      [90, 2_500],
      [7, 7_500],
    ];
    expect(dropsOfCanon(caseCanon({ v: 1, name: 'x', price: 1, drops }))).toEqual([
      [7, 7_500],
      [90, 2_500],
    ]);
    expect(drops[0]).toEqual([90, 2_500]);
  });
});

test.each([
  ['alice', true],
  ['A-z_9', true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['a b', false],
  ['a:b', false],
  ['аlice' /* Cyrillic а */, false],
  ['alice\n', false],
])('client seed %j is valid: %s', (seed, isFine) => {
  expect(CLIENT_SEED_PATTERN.test(seed)).toBe(isFine);
});

test.each([
  ['', true],
  ['0123456789abcdef0123456789abcdef', true],
  ['0123456789ABCDEF0123456789abcdef', false],
  ['0123456789abcdef', false],
  ['0123456789abcdef0123456789abcdef\n', false],
])('entropy %j is valid: %s', (entropy, isFine) => {
  expect(ENTROPY_PATTERN.test(entropy)).toBe(isFine);
});

describe('verifying', () => {
  const roll: RevealedRoll = {
    ...rollOf({ clientSeed: 'alice', entropy: '', nonce: 0 }),
    serverSeedHash,
    caseCanon: demo.text,
    ticket: 8096,
    itemId: 2,
  };
  const good: RollVerdict = {
    isSeedCommitted: true,
    isTableHashed: true,
    isTableWhole: true,
    isTicketRight: true,
    isItemRight: true,
  };

  test('a correct roll passes all five checks', () => {
    expect(verifyCaseRoll(roll)).toEqual(good);
  });

  test.each<[string, Partial<RevealedRoll>, Partial<RollVerdict>]>([
    ['another server seed', { serverSeed: serverSeedHash }, { isSeedCommitted: false, isTicketRight: false }],
    ['another commitment', { serverSeedHash: serverSeed }, { isSeedCommitted: false }],
    ['another client seed', { clientSeed: 'mallory' }, { isTicketRight: false }],
    ['another entropy', { entropy: 'f'.repeat(32) }, { isTicketRight: false }],
    ['another nonce', { nonce: 1 }, { isTicketRight: false }],
    ['another ticket', { ticket: 8097 }, { isTicketRight: false }],
    ['another ticket of another item', { ticket: 9_999 }, { isTicketRight: false, isItemRight: false }],
    ['a ticket below the table', { ticket: -1 }, { isTicketRight: false, isItemRight: false }],
    ['another item', { itemId: 6 }, { isItemRight: false }],
    [
      'another table',
      { caseCanon: demo.text.replace('7992', '7991').replace('[6,1]', '[6,2]') },
      { isTableHashed: false },
    ],
    ['another hash', { caseHash: lucky.hash }, { isTableHashed: false, isTicketRight: false }],
    ['half a letter', { clientSeed: '\ud800' }, { isTicketRight: false }],
  ])('%s fails the checks that depend on it', (_, change, failed) => {
    expect(verifyCaseRoll({ ...roll, ...change })).toEqual({ ...good, ...failed });
  });

  test.each([
    ['a table short of tickets', '{"items":[[1,9999]]}'],
    ['a table with tickets below zero', '{"items":[[1,10001],[2,-1]]}'],
    ['a table with split tickets', '{"items":[[1,9999.5],[2,0.5]]}'],
    ['a table with written numbers', '{"items":[[1,"10000"]]}'],
    ['a table without items', '{}'],
    ['no table', 'null'],
    ['no JSON', 'Karat'],
  ])('%s is not whole, even if its hash is right', (_, text) => {
    const caseHash = sha256Hex(text);
    const doctored = { ...roll, caseCanon: text, caseHash };
    const verdict = verifyCaseRoll({ ...doctored, ticket: caseTicket(doctored) });
    expect(verdict).toMatchObject({
      isSeedCommitted: true,
      isTableHashed: true,
      isTableWhole: false,
      isTicketRight: true,
    });
  });
});

describe('rounds of a chain', () => {
  const { secret, N, terminal, salt, rounds } = vectors.roulette;

  test('the published end of the chain', () => {
    expect(linkAfter(secret, N)).toBe(terminal);
  });

  test.each(rounds)('round $k draws $roll', ({ k, gameHash, beacon = '', roll, colour }) => {
    expect(linkAfter(secret, N - k)).toBe(gameHash);
    expect(linkAfter(gameHash, k)).toBe(terminal);
    expect(roundNumber({ seed: gameHash, salt, beacon, k })).toBe(roll);
    expect(colorOf(roll)).toBe(colour);
  });

  const [{ k, gameHash, roll }] = rounds;
  const shown: RevealedRound = {
    seed: gameHash,
    hash: terminal,
    salt,
    beacon: '',
    k,
    winnerNumber: roll,
    winnerColor: colorOf(roll),
  };
  const right = { isSeedCommitted: true, isNumberRight: true, isColorRight: true };

  test('a round that was drawn as committed passes', () => {
    expect(verifyRound(shown)).toEqual(right);
  });

  test.each<[string, Partial<RevealedRound>, Partial<typeof right>]>([
    ['another hash', { hash: sha256Hex('other') }, { isSeedCommitted: false }],
    ['another number', { winnerNumber: 11 }, { isNumberRight: false }],
    ['another colour', { winnerColor: 'red' }, { isColorRight: false }],
    ['a number off the wheel', { winnerNumber: 15 }, { isNumberRight: false, isColorRight: false }],
    ['another salt', { salt: 'other' }, { isNumberRight: false }],
    ['another place in the chain', { k: 3 }, { isNumberRight: false }],
    ['half a letter for a seed', { seed: '\ud800' }, { isSeedCommitted: false, isNumberRight: false }],
  ])('%s fails its check', (_, change, broken) => {
    expect(verifyRound({ ...shown, ...change })).toEqual({ ...right, ...broken });
  });
});

test.each(vectors.coin)('coin $n of room $roomId gives $flip', ({ flip, ...coin }) => {
  expect(roomFlip({ serverSeed, ...coin })).toBe(flip);
});
