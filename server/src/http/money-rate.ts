import { Refusal } from '@karat/contract/refusal';
import type { RateLimiter } from './rate-limit.ts';

/** Enough for any person and most scripts; stops a flood before it reaches the database. */
const MONEY_RATE = { burst: 200, perSecond: 100 };

/** One rate limit for each player, shared by all calls that move diamonds. */
export function assertMoneyRate(limits: RateLimiter, playerId: number): void {
  const retryAfterSeconds = limits.take(`money:${playerId}`, MONEY_RATE);
  if (retryAfterSeconds > 0) throw new Refusal('too_many', 'Too fast. Please wait a moment.', { retryAfterSeconds });
}
