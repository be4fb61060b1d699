import { Refusal } from '@karat/contract/refusal';
import { type Trading, TradingFailure } from '#adapters/trading/trading.ts';
import type { Deps } from '#deps.ts';

/** Retry time after a throttled request. */
const BUSY_SECONDS = 60;

/** The trading adapter; refuses if deposits and withdrawals are off. */
export function requireTrading({ trading }: Pick<Deps, 'trading'>): Trading {
  if (trading === undefined)
    throw new Refusal('real_value_off', 'Deposits and withdrawals are switched off on this site.');
  return trading;
}

/** Translates a trading failure to a refusal; other errors stay as they are. */
export function tradingRefusal(error: unknown): unknown {
  if (!(error instanceof TradingFailure)) return error;
  if (error.reason === 'private') return new Refusal('inventory_private', 'Your inventory is private.');
  if (error.reason === 'busy') {
    const details = { retryAfterSeconds: BUSY_SECONDS };
    return new Refusal('platform_busy', 'The game platform is busy. Please try again in a minute.', details);
  }
  if (error.reason === 'unavailable') return new Refusal('platform_unreachable', 'The game platform does not answer.');
  return new Refusal('trade_refused', 'The platform does not allow this trade.');
}
