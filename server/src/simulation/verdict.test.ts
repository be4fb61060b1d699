import type { Bet } from '@karat/contract/roulette';
import { expect, test } from 'vitest';
import { createDiary, type Diary } from './diary.ts';
import type { Games, Outcomes } from './outcomes.ts';
import type { Person } from './people.ts';
import type { BookedLine } from './queries.ts';
import { createTally } from './tally.ts';
import { judgePerson, type Seen } from './verdict.ts';

const games = {
  rounds: new Map([[3, { state: 'SETTLED', winnerColor: 'red' }]]),
  rooms: new Map([
    [5, { state: 'MATCH_FINISHED', players: [{ steamId: '7', payout: 190 }] }],
    [6, { state: 'MATCH_CANCELLED', players: [{ steamId: '7', payout: null }] }],
  ]),
} as unknown as Games;

/** A week in which everything was told as it is in the books. */
function tellWeek(diary: Diary): void {
  diary.welcomed(1, 1_000);
  diary.opened([11, 12], 100);
  diary.sold([{ id: 11, price: 40 }]);
  diary.bet({ id: 21, roundId: 3, playerBet: 'red', amount: 50 } as Bet);
  diary.bet({ id: 22, roundId: 3, playerBet: 'green', amount: 10 } as Bet);
  diary.entered(5, 100);
  diary.entered(5, 100);
  diary.entered(6, 30);
  diary.bought({ listingId: 31, inventoryId: 13, price: 70 });
  diary.listed(32, 12);
  diary.rewarded(25);
  diary.adjusted(-5);
  diary.asked(41);
}

const BOOKED: readonly (readonly [type: string, reference: string, amount: number])[] = [
  ['WELCOME', 'welcome:1', 1_000],
  ['CASE_OPEN', 'open:11', -100],
  ['CASE_OPEN', 'open:12', -100],
  ['QUICK_SELL', 'sell:11', 40],
  ['ROULETTE_BET', 'bet:21', -50],
  ['ROULETTE_BET', 'bet:22', -10],
  ['ROULETTE_WIN', 'settle:bet:21', 100],
  ['ROOM_ENTRY', 'entry:seat:1', -100],
  ['ROOM_REFUND', 'refund:seat:1', 100],
  ['ROOM_ENTRY', 'entry:seat:2', -100],
  ['ROOM_WIN', 'result:room:5:2', 190],
  ['ROOM_ENTRY', 'entry:seat:3', -30],
  ['ROOM_REFUND', 'refund:seat:3', 30],
  ['MARKET_BUY', 'buy:listing:31', -70],
  ['MARKET_SALE', 'sale:listing:32', 95],
  ['MARKET_BUY', 'buy:listing:33', -60],
  ['MISSION_REWARD', 'mission:1:1:once', 25],
  ['ADMIN_ADJUST', 'adjust:1', -5],
  ['DEPOSIT', 'deposit:51', 400],
  ['DEPOSIT_REVERSAL', 'reverse:51', -400],
];

type Change = {
  readonly lines?: typeof BOOKED;
  readonly balanceBy?: number;
  readonly ownedIds?: readonly number[];
  readonly ticketIds?: readonly number[];
  readonly heard?: { balance: number; version: number };
  readonly offerState?: string;
  readonly wagerMax?: number;
};

function seenWith({ lines = BOOKED, balanceBy = 0, ownedIds = [13, 14], ...more }: Change): Seen {
  const { ticketIds = [41], heard, offerState = 'REVERSED', wagerMax } = more;
  const diary = createDiary();
  tellWeek(diary);
  let balance = 0;
  const booked = lines.map(([type, reference, amount]): BookedLine => {
    balance += amount;
    return { playerId: 1, type, reference, amount, newBalance: balance, day: '2030-01-01' };
  });
  const care = { wagerMax, onBreakSince: undefined };
  const person = { name: 'Sim', id: 1, steamId: '7', diary, care, heard: () => heard } as unknown as Person;
  const outcomes = {
    me: { balance: balance + balanceBy, balanceVersion: booked.length },
    owned: ownedIds.map((id) => ({ id })),
    listings: [{ id: 32, state: 'SOLD', price: 100 }],
    orders: [{ id: 1, state: 'FILLED', paid: 60 }],
    offers: [{ id: 51, kind: 'deposit', state: offerState, amount: 400 }],
    limits: [],
    ticketIds: new Set(ticketIds),
  } as unknown as Outcomes;
  return { person, outcomes, booked };
}

function breachesOf(change: Change): readonly string[] {
  const tally = createTally();
  judgePerson(seenWith(change), games, tally);
  return tally.breaches;
}

test('a week that is in the books as it was told is in order', () => {
  expect(breachesOf({})).toEqual([]);
  expect(breachesOf({ heard: { balance: 1_000, version: 1 }, wagerMax: 360 })).toEqual([]);
});

test('every movement that was told is missed, doubled or false, one by one', () => {
  for (const [at, [type, reference, amount]] of BOOKED.entries()) {
    const isReversal = type === 'DEPOSIT_REVERSAL';
    const without = breachesOf({ lines: BOOKED.toSpliced(at, 1) });
    // How much a reversal takes is known from the books alone: that it took nothing is possible.
    expect([reference, without.length > 0]).toEqual([reference, !isReversal]);
    const again = [type, `${reference}:again`, amount] as const;
    expect([reference, breachesOf({ lines: [...BOOKED, again] })]).not.toEqual([reference, []]);
    expect([reference, breachesOf({ lines: BOOKED.with(at, [type, reference, amount + 1]) })]).not.toEqual([
      reference,
      [],
    ]);
  }
});

test.each<[Change, string]>([
  [{ balanceBy: 1 }, 'must have 955 by what was told, and has 956'],
  [{ ownedIds: [14] }, 'must have item 13'],
  [{ ownedIds: [11, 13, 14] }, 'has 2 items that were not told of, and 1 filled orders'],
  [{ ownedIds: [13] }, 'has 0 items that were not told of, and 1 filled orders'],
  [{ ticketIds: [] }, 'was told of ticket 41'],
  [{ heard: { balance: 999, version: 1 } }, 'heard of 999 at version 1, the books have 1000'],
  [{ heard: { balance: 7, version: 99 } }, 'heard of 7 at version 99'],
  [{ offerState: 'FINAL' }, 'reverse:51 took -400 back, of an offer that is FINAL'],
  [{ wagerMax: 359 }, 'wagered 360 in a day, of 359 allowed'],
])('%j is a breach', (change, says) => {
  expect(breachesOf(change).join('\n')).toContain(says);
});
