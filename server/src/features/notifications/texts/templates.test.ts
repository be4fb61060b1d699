import { languages } from '@karat/contract/language';
import { describe, expect, test } from 'vitest';
import { type NotificationKey, type NotificationParameters, templates, textOf } from './templates.ts';

const closeReasons = `
  DECLINED EXPIRED CANCELLED INVALID_ITEMS ESCROW_REFUSED FAILED player flagged banned self_excluded on_break out_of_stock
  unknown_offer trade_failed unreachable not_allowed on_hold account_flagged`;
const closed = closeReasons
  .trim()
  .split(/\s+/)
  .map((reason) => ({ reason, reasonText: 'Why it ended.' }));
const typed = { reason: null, reasonText: 'Staff wrote this.' };

const voidReasons = ['replaced', 'left', 'not_ready', 'no_server', 'no_show', 'abandoned', 'draw', 'no_coin', 'staff'];
const cancelled = { roomId: 57, reasonText: null, stake: 1_000 };

const request = { amount: 5_000, playerId: null, name: 'Summer cup', reason: 'A season prize' };
const requests = (['mission', 'item', 'price'] as const).map((kind) => ({ ...request, kind }));
const balanceRequest = { ...request, kind: 'balance', amount: -1, playerId: 7, name: null } as const;

const reversed = [
  { amount: 500, taken: 500 },
  { amount: 500, taken: 1 },
  { amount: 500, taken: null },
];

/** Parameters of each key, in every form that changes the text. */
const samples: { readonly [Key in NotificationKey]: readonly NotificationParameters<Key>[] } = {
  'account.welcome': [{}],
  'account.welcomeGift': [{ amount: 1 }, { amount: 100_000 }],
  'adjustment.decided': [...requests, balanceRequest].flatMap((each) => [
    { ...each, decision: 'approved' as const },
    { ...each, decision: 'refused' as const },
  ]),
  'adjustment.ownBalance': [500, -1].map((amount) => ({ username: 'ali', amount, reason: 'A prize' })),
  'adjustment.requested': [...requests, balanceRequest, { ...balanceRequest, reason: '' }],
  'adjustment.sumAboveLimit': [5_000, -5_000].map((amount) => ({ username: 'ali', amount, limit: 1_000 })),
  'audit.halted': [{ reason: 'I4 (a balance is the sum of its rows): player 7' }],
  'balance.adjusted': [1, -1_500].map((amount) => ({ amount, reason: 'A late prize' })),
  'case.paused': [
    { name: 'Flint', low: 'house', percentMin: 5 },
    { name: 'Flint', low: 'withdrawal', percentMin: 0.5 },
  ],
  'chat.muted': [1, 90, 120, 1_440, 2_880].map((minutes) => ({ minutes, reason: 'Insults' })),
  'chat.unmuted': [{ reason: 'A mistake.' }],
  'deposit.accepted': [{ amount: 1 }, { amount: 1_234_567 }],
  'deposit.closed': [...closed, typed],
  'deposit.credited': [{ amount: 1 }, { amount: 1_234_567 }],
  'deposit.creditedAfterHold': [{ amount: 1 }, { amount: 1_234_567 }],
  'deposit.reversed': reversed,
  'inventory.sold': [{ name: 'P250 | Sand Dune', price: 1 }],
  'inventory.soldMany': [{ count: 3, price: 1_500 }],
  'market.heldBargain': [{ name: 'P250 | Sand Dune', held: 1 }],
  'market.orderClosed': [{ name: 'P250 | Sand Dune', price: 700 }],
  'market.orderFilled': [{ name: 'P250 | Sand Dune', price: 700 }],
  'market.removed': [{ name: 'P250 | Sand Dune', reason: 'A trick' }],
  'market.removedBlocked': (['flagged', 'banned'] as const).map((block) => ({ name: 'P250 | Sand Dune', block })),
  'market.sold': [0, 5].map((fee) => ({ name: 'P250 | Sand Dune', price: 100, fee })),
  'mission.completed': [1, 1_250].map((reward) => ({ title: 'Open ten', reward })),
  'odds.unlikely': [{ caseName: 'Flint', version: 2 }],
  'trade.sent': [{}],
  'room.full': [{ roomId: 57 }],
  'room.serverReady': [{ roomId: 57 }],
  'prices.failed': [{ failure: 'The feed answered 500.' }],
  'prices.jumped': [
    { count: 1, waiting: 1 },
    { count: 2, waiting: 1_234 },
  ],
  'room.cancelled': [
    ...voidReasons.map((reason) => ({ ...cancelled, reason })),
    { ...cancelled, reason: 'staff', reasonText: 'The map was wrong', stake: 0 },
    { ...cancelled, reason: 'Left by an earlier version', stake: 1 },
  ],
  'room.lost': [{ roomId: 57, rating: -25 }],
  'room.won': [0, 1_900].map((payout) => ({ roomId: 57, payout, rating: 25 })),
  'roulette.refunded': [1, 500].map((amount) => ({ roundId: 12, amount })),
  'roulette.roundRefunded': [{ roundId: 12 }],
  'roulette.stalled': [{}],
  'roulette.won': [{ roundId: 12, won: 1_400 }],
  'ticket.answered': [{ title: 'Where is my knife?' }],
  'ticket.closed': [{ title: 'Where is my knife?' }],
  'trade.unlocked': [{}],
  'tradeStaff.approvalNeeded': [{ name: 'P250 | Sand Dune', amount: 50_000, playerId: 7 }],
  'tradeStaff.depositReversed': reversed.map((each) => ({ ...each, offerId: 3, playerId: 7 })),
  'tradeStaff.lateTrade': [{ offerId: 3, state: 'EXPIRED', tradeId: '881' }],
  'tradeStaff.oddOutcome': [{ offerId: 3, status: 'failed' }],
  'tradeStaff.outOfStock': [{ offerId: 3 }],
  'tradeStaff.outcomeUnknown': [{ offerId: 3 }],
  'tradeStaff.withdrawalReversed': [{ offerId: 3, playerId: 7 }],
  'tradeStaff.withdrawalUnknown': [{ offerId: 3 }],
  'withdrawal.closed': [...closed, typed],
  'withdrawal.delayed': [{}],
  'withdrawal.delivered': [{}],
  'withdrawal.reversed': [{}],
};

/** Parameters as they come back from the database. */
const stored = (parameters: object): object => JSON.parse(JSON.stringify(parameters)) as object;

const textsOf = (key: string, parameters: readonly object[], language: (typeof languages)[number]) =>
  parameters.map((each) => textOf(key, stored(each), language)!);

describe.each(Object.entries(samples))('%s', (key, parameters) => {
  test.each(languages)('has a whole text in %s', (language) => {
    for (const { title, message } of textsOf(key, parameters, language)) {
      for (const text of [title, message]) expect(text).not.toMatch(/^\s*$|undefined|null|NaN|\[object|\s{2}|\s$|\.\./);
    }
  });

  test('contains each name in every language', () => {
    const missing = parameters.flatMap((each) => {
      const names = Object.entries(each).filter(([name]) => /^(name|title|caseName|username|failure)$/.test(name));
      return languages.flatMap((language) => {
        const { title, message } = textOf(key, stored(each), language)!;
        return names.filter(([, value]) => value !== null && !`${title} ${message}`.includes(String(value)));
      });
    });
    expect(missing).toEqual([]);
  });

  test('is translated to Turkish', () => {
    const [english, turkish] = [textsOf(key, parameters, 'en'), textsOf(key, parameters, 'tr')];
    for (const [at, { title }] of turkish.entries()) expect(title).not.toBe(english[at]!.title);
    for (const { message } of turkish) expect(message).not.toMatch(/\bdiamonds?\b|\d\s?%/);
  });

  test('uses the singular for one diamond in English', () => {
    for (const { message } of textsOf(key, parameters, 'en'))
      expect(message).not.toMatch(/(?<![\d.])1 diamonds|1 diamond are/);
  });
});

test('translates every reason that closes an offer or a room, and shows what staff typed as it is', () => {
  for (const { message } of textsOf('deposit.closed', closed, 'tr')) expect(message).not.toBe('Why it ended.');
  expect(textOf('withdrawal.closed', typed, 'tr')?.message).toBe('Staff wrote this.');
  const reasons = voidReasons.map((reason) => textOf('room.cancelled', { ...cancelled, reason }, 'tr')!.message);
  for (const [at, message] of reasons.entries()) expect(message).not.toContain(voidReasons[at]);
});

test('titles of rooms contain #number in every language, which the page of a notification is read from', () => {
  for (const key of ['room.cancelled', 'room.won', 'room.lost'] as const) {
    for (const language of languages) expect(textsOf(key, samples[key], language)[0]?.title).toContain('#57');
  }
});

test('writes percentages with the sign first in Turkish', () => {
  const paused = textsOf('case.paused', samples['case.paused'], 'tr');
  expect(paused.map(({ message }) => /%\S+/.exec(message)?.[0])).toEqual(['%5', '%0,5']);
});

test('has no text for a key of a newer version, nor for names that every object has', () => {
  expect(textOf('newer.key', {}, 'tr')).toBeUndefined();
  expect(textOf('constructor', {}, 'tr')).toBeUndefined();
});

test('has samples of every key', () => {
  expect(Object.keys(samples).toSorted()).toEqual(Object.keys(templates).toSorted());
});
