/** A new price this many times higher or lower than the current one waits until staff have checked it. */
export const PRICE_JUMP_RATIO = 2;
/** Below this price a jump does no harm: cheap skins often double overnight. */
const JUMP_PRICE_MIN = 100;

/** Whether a new price differs too much from the current one to be applied automatically. */
export function isPriceJump(known: number, fresh: number): boolean {
  if (Math.max(known, fresh) < JUMP_PRICE_MIN) return false;
  return fresh >= known * PRICE_JUMP_RATIO || fresh * PRICE_JUMP_RATIO <= known;
}

/** Older prices are shown to staff in red, and no deposits are accepted on them. */
export const PRICES_STALE_MS = 48 * 3_600_000;

/** Staff are asked again about a refused price once it has changed by this percentage. */
const MOVED_PERCENT_MIN = 10;

/** Whether a new price differs enough from the one that staff refused. Small differences do not count, because a market moves a little every hour. */
export function hasPriceMoved(refused: number, fresh: number): boolean {
  return Math.abs(fresh - refused) * 100 >= refused * MOVED_PERCENT_MIN;
}
