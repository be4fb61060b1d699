/** A new price this many times higher or lower than the known one is not believed until staff have looked at it. */
export const PRICE_JUMP_RATIO = 2;
/** Below this a jump harms nobody: cheap skins double overnight. */
const JUMP_MATTERS_FROM = 100;

/** Whether a new price is too far from the known one to be taken over by itself. */
export function isWildJump(known: number, fresh: number): boolean {
  if (Math.max(known, fresh) < JUMP_MATTERS_FROM) return false;
  return fresh >= known * PRICE_JUMP_RATIO || fresh * PRICE_JUMP_RATIO <= known;
}

/** Prices older than that are told to staff in red, and no skin is taken in on them. */
export const PRICES_STALE_MS = 48 * 3_600_000;

/** A price that staff have said no to is asked about again once it has moved by a tenth of itself. */
const ANOTHER_FROM_PERCENT = 10;

/** Whether a fresh price is another one than the one that staff have refused: a market moves by a little every hour. */
export function isAnotherPrice(refused: number, fresh: number): boolean {
  return Math.abs(fresh - refused) * 100 >= refused * ANOTHER_FROM_PERCENT;
}
