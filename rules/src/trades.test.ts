import { expect, test } from 'vitest';
import {
  UNSUCCESSFUL_STATES,
  isCancellable,
  isTradeOpen,
  canBecome,
  partnerOf,
  TRADE_KINDS,
  TRADE_STATES,
  tradeUrlOf,
} from './trades.ts';

const ACCOUNT = 'https://steamcommunity.com/tradeoffer/new/?partner=39734273&token=Ab_-12zZ';

test('a trade URL can be parsed and written again', () => {
  const partner = partnerOf(ACCOUNT);
  expect(partner).toEqual({ steamId: '76561198000000001', token: 'Ab_-12zZ' });
  expect(tradeUrlOf(partner!)).toBe(ACCOUNT);
});

test.each([
  '',
  'https://example.com/tradeoffer/new/?partner=1&token=Ab_-12zZ',
  'http://steamcommunity.com/tradeoffer/new/?partner=1&token=Ab_-12zZ',
  'https://steamcommunity.com.evil.example/tradeoffer/new/?partner=1&token=Ab_-12zZ',
  'https://steamcommunity.com/tradeoffer/new/?partner=1',
  'https://steamcommunity.com/tradeoffer/new/?partner=1&token=short',
  'https://steamcommunity.com/tradeoffer/new/?partner=1&token=Ab_-12zZ9',
  'https://steamcommunity.com/tradeoffer/new/?partner=x&token=Ab_-12zZ',
  `${ACCOUNT}\n`,
  ` ${ACCOUNT}`,
])('refuses %j as a trade URL', (text) => {
  expect(partnerOf(text)).toBeUndefined();
});

test('an unsuccessful offer stays closed, except for a failed one, which staff may retry', () => {
  for (const kind of TRADE_KINDS) {
    for (const from of UNSUCCESSFUL_STATES) {
      const next = TRADE_STATES.filter((to) => canBecome(kind, from, to));
      expect(next).toEqual(from === 'FAILED' ? ['CREATED'] : []);
      expect([isTradeOpen(from), isCancellable(from)]).toEqual([false, false]);
    }
  }
});

test('only a sent offer can be credited or delivered, and nothing follows a reversal', () => {
  for (const kind of TRADE_KINDS) {
    for (const to of ['HELD', 'CREDITED', 'DELIVERED'] as const) {
      expect(TRADE_STATES.filter((from) => canBecome(kind, from, to)).every((from) => from === 'SENT')).toBe(true);
    }
    expect(TRADE_STATES.some((to) => canBecome(kind, 'REVERSED', to))).toBe(false);
  }
  expect(canBecome('withdrawal', 'SENT', 'CREDITED')).toBe(false);
  expect(canBecome('deposit', 'SENT', 'DELIVERED')).toBe(false);
});

test('an offer that can be cancelled is open', () => {
  for (const state of TRADE_STATES.filter(isCancellable)) {
    expect(isTradeOpen(state)).toBe(true);
    expect(['deposit', 'withdrawal'].some((kind) => canBecome(kind as 'deposit', state, 'CANCELLED'))).toBe(true);
  }
});
