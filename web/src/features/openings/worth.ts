import type { Prize } from './opening.ts';

/** What Quick Sell pays for all these prizes. */
export function worthOf(prizes: readonly Prize[]): number {
  return prizes.reduce((sum, { price }) => sum + price, 0);
}
