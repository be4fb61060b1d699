import { Refusal } from '@karat/contract/refusal';
import type { RateLimiter } from './rate-limit.ts';

/** Enough for any hand and most scripts; a flood meets it before it meets the store. */
const MONEY_RATE = { burst: 200, perSecond: 100 };

/** One allowance a player for all calls that move diamonds. */
export function assertMoneyRate(limits: RateLimiter, playerId: number): void {
  const retryAfterSeconds = limits.take(`money:${playerId}`, MONEY_RATE);
  if (retryAfterSeconds > 0) throw new Refusal('too_many', 'Too fast. Please wait a moment.', { retryAfterSeconds });
}
