import type { Bet } from '@karat/contract/roulette';
import { expect, test } from 'vitest';
import { createPlayerRecord, type PlayerRecord } from './player-record.ts';
import type { Games, Outcomes } from './outcomes.ts';
import type { Person } from './people.ts';
import type { LedgerRow } from './queries.ts';
import { createResults } from './results.ts';
import { checkPerson, type Evidence } from './checks.ts';

const games = {
  rounds: new Map([[3, { state: 'SETTLED', winnerColor: 'red' }]]),
  rooms: new Map([
    [5, { state: 'MATCH_FINISHED', players: [{ steamId: '7', payout: 190 }] }],
    [6, { state: 'MATCH_CANCELLED', players: [{ steamId: '7', payout: null }] }],
  ]),
} as unknown as Games;

/** Records a week that matches the ledger rows in BOOKED. */
function recordWeek(record: PlayerRecord): void {
  record.welcomed(1, 1_000);
  record.opened([11, 12], 100);
  record.sold([{ id: 11, price: 40 }]);
  record.bet({ id: 21, roundId: 3, playerBet: 'red', amount: 50 } as Bet);
  record.bet({ id: 22, roundId: 3, playerBet: 'green', amount: 10 } as Bet);
  record.entered(5, 100);
  record.entered(5, 100);
  record.entered(6, 30);
  record.bought({ listingId: 31, inventoryId: 13, price: 70 });
  record.listed(32, 12);
  record.rewarded(25);
  record.adjusted(-5);
  record.ticketCreated(41);
}

const LEDGER_ROWS: readonly (readonly [type: string, reference: string, amount: number])[] = [
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
  readonly rows?: typeof LEDGER_ROWS;
  readonly balanceBy?: number;
  readonly ownedIds?: readonly number[];
  readonly ticketIds?: readonly number[];
  readonly lastBalance?: { balance: number; version: number };
  readonly offerState?: string;
  readonly wagerMax?: number;
};

function evidenceWith({ rows = LEDGER_ROWS, balanceBy = 0, ownedIds = [13, 14], ...evidence }: Change): Evidence {
  const { ticketIds = [41], lastBalance, offerState = 'REVERSED', wagerMax } = evidence;
  const record = createPlayerRecord();
  recordWeek(record);
  let balance = 0;
  const ledgerRows = rows.map(([type, reference, amount]): LedgerRow => {
    balance += amount;
    return { playerId: 1, type, reference, amount, newBalance: balance, day: '2030-01-01' };
  });
  const saferPlay = { wagerMax, onBreakSince: undefined };
  const person = {
    name: 'Sim',
    id: 1,
    steamId: '7',
    record,
    saferPlay,
    lastBalance: () => lastBalance,
  } as unknown as Person;
  const outcomes = {
    me: { balance: balance + balanceBy, balanceVersion: ledgerRows.length },
    owned: ownedIds.map((id) => ({ id })),
    listings: [{ id: 32, state: 'SOLD', price: 100 }],
    orders: [{ id: 1, state: 'FILLED', paid: 60 }],
    offers: [{ id: 51, kind: 'deposit', state: offerState, amount: 400 }],
    limits: [],
    ticketIds: new Set(ticketIds),
  } as unknown as Outcomes;
  return { person, outcomes, ledgerRows };
}

function breachesOf(change: Change): readonly string[] {
  const results = createResults();
  checkPerson(evidenceWith(change), games, results);
  return results.breaches;
}

test('finds no breach if the books match the acknowledged calls', () => {
  expect(breachesOf({})).toEqual([]);
  expect(breachesOf({ lastBalance: { balance: 1_000, version: 1 }, wagerMax: 360 })).toEqual([]);
});

test('finds every missing, doubled or changed ledger row', () => {
  for (const [at, [type, reference, amount]] of LEDGER_ROWS.entries()) {
    const isReversal = type === 'DEPOSIT_REVERSAL';
    const without = breachesOf({ rows: LEDGER_ROWS.toSpliced(at, 1) });
    // A reversal may take nothing: its amount is known from the ledger only.
    expect([reference, without.length > 0]).toEqual([reference, !isReversal]);
    const again = [type, `${reference}:again`, amount] as const;
    expect([reference, breachesOf({ rows: [...LEDGER_ROWS, again] })]).not.toEqual([reference, []]);
    expect([reference, breachesOf({ rows: LEDGER_ROWS.with(at, [type, reference, amount + 1]) })]).not.toEqual([
      reference,
      [],
    ]);
  }
});

test.each<[Change, string]>([
  [{ balanceBy: 1 }, 'balance is 956, expected 955'],
  [{ ownedIds: [14] }, 'item 13 is missing'],
  [{ ownedIds: [11, 13, 14] }, '2 unexplained items, but 1 filled orders'],
  [{ ownedIds: [13] }, '0 unexplained items, but 1 filled orders'],
  [{ ticketIds: [] }, 'ticket 41 is missing'],
  [{ lastBalance: { balance: 999, version: 1 } }, 'an event carried 999 at version 1, the ledger has 1000'],
  [{ lastBalance: { balance: 7, version: 99 } }, 'an event carried 7 at version 99'],
  [{ offerState: 'FINAL' }, 'reverse:51 took -400 from an offer in state FINAL'],
  [{ wagerMax: 359 }, 'wagered 360 in a day, limit 359'],
])('%j is a breach', (change, message) => {
  expect(breachesOf(change).join('\n')).toContain(message);
});
