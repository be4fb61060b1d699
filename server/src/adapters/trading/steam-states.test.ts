import { describe, expect, test } from 'vitest';
import { mostRelevantOffer, containsCode } from './codes.ts';
import { offerStateOf, tradeStatusOf, toTradingFailure } from './steam-states.ts';
import type { PlatformOffer } from './trading.ts';

test.each([
  [2, 'active'],
  [3, 'accepted'],
  [4, 'countered'],
  [5, 'expired'],
  [6, 'cancelled'],
  [7, 'declined'],
  [8, 'invalid_items'],
  [9, 'unconfirmed'],
  [10, 'cancelled'],
  [11, 'in_escrow'],
  [12, 'reversed'],
  [1, 'invalid_items'],
])('maps offer state %i to %s', (state, expected) => {
  expect(offerStateOf(state)).toBe(expected);
});

test.each([
  [0, 'under_way'],
  [1, 'under_way'],
  [2, 'under_way'],
  [3, 'complete'],
  [4, 'failed'],
  [5, 'reversed'],
  [6, 'reversed'],
  [7, 'reversed'],
  [8, 'under_way'],
  [9, 'under_way'],
  [10, 'under_way'],
  [11, 'failed'],
  [12, 'reversed'],
  [99, 'under_way'],
])('maps trade status %i to %s', (status, expected) => {
  expect(tradeStatusOf(status)).toBe(expected);
});

const failing = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

describe('an error of a library', () => {
  test.each([
    ['gone items', failing('There was an error sending your trade offer. (26)', { eresult: 26 }), 'invalid_items'],
    ['access denied', failing('… (15)', { eresult: 15 }), 'refused'],
    [
      'a trade ban',
      failing('You cannot trade with x because they have a trade ban.', { cause: 'TradeBan' }),
      'refused',
    ],
    ['a partner who cannot trade', failing('x is not available to trade.', { cause: 'TargetCannotTrade' }), 'refused'],
    ['too many offers', failing('sent too many', { cause: 'OfferLimitExceeded', eresult: 25 }), 'refused'],
    ['an item server that is away', failing('…', { cause: 'ItemServerUnavailable', eresult: 20 }), 'unavailable'],
    ['a time-out', failing('… (16)', { eresult: 16 }), 'unavailable'],
    ['a broken line', failing('ESOCKETTIMEDOUT'), 'unavailable'],
    ['no session', failing('Not Logged In'), 'unavailable'],
    ['too many questions', failing('HTTP error 429'), 'busy'],
    ['a platform in trouble', failing('HTTP error 503'), 'unavailable'],
  ])('%s', (_, error, reason) => {
    expect(toTradingFailure(error).reason).toBe(reason);
  });

  test('is reported only in our own words', () => {
    const { message } = toTradingFailure(failing('GET https://x/?access_token=eyJabc', { eresult: 15 }));
    expect(message).toBe('The platform does not let this trade happen. (access denied)');
  });
});

test('finds a code as a whole word', () => {
  expect(containsCode('Karat deposit KR-12.', 'KR-12')).toBe(true);
  expect(containsCode('Karat deposit KR-123', 'KR-12')).toBe(false);
  expect(containsCode('Karat deposit XKR-12', 'KR-12')).toBe(false);
});

test('prefers accepted offers with a code, then open ones, then the newest', () => {
  const offer = (id: string, state: PlatformOffer['state']): PlatformOffer => {
    return { id, state, tradeId: undefined, message: 'A-1', partnerSteamId: '1' };
  };
  expect(mostRelevantOffer('A-1', [offer('3', 'active'), offer('2', 'accepted'), offer('1', 'active')])?.id).toBe('2');
  expect(
    mostRelevantOffer('A-1', [offer('3', 'cancelled'), offer('2', 'unconfirmed'), offer('1', 'declined')])?.id,
  ).toBe('2');
  expect(mostRelevantOffer('A-1', [offer('3', 'cancelled'), offer('2', 'declined')])?.id).toBe('3');
  expect(mostRelevantOffer('A-1', [])).toBeUndefined();
});
