import type { Prize } from './opening.ts';

/** The total that Quick Sell pays for these prizes. */
export function worthOf(prizes: readonly Prize[]): number {
  return prizes.reduce((sum, { price }) => sum + price, 0);
}
