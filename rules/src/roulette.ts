/** The colours of the wheel, in the order of the page's columns. */
export const COLORS = ['red', 'green', 'black'] as const;
export type Color = (typeof COLORS)[number];

/** The wheel has the numbers from 0 to 14. */
export const NUMBERS_TOTAL = 15;
const RED_MAX = 7;

/** The numbers in their order on the wheel: red and black alternate, green appears once. */
export const WHEEL = [1, 14, 2, 13, 3, 12, 4, 0, 11, 5, 10, 6, 9, 7, 8] as const;

/** A winning bet is paid this many times its stake. */
export const PAYOUT_FACTORS: Readonly<Record<Color, number>> = { red: 2, green: 14, black: 2 };

/** The percentage of stakes that is paid back in the long run, the same on every colour: 14 of 15. */
export const RETURN_PERCENT = (100 * 14) / NUMBERS_TOTAL;

/** The default times of a round: half a minute in total. */
export const BETTING_MS = 20_000;
export const SPIN_MS = 7_000;
export const PAUSE_MS = 3_000;

/** The highest bet that an operator may allow. The limit of the site is part of each round. */
export const BET_AMOUNT_MAX = 1_000_000_000;

export function colorOf(number: number): Color {
  if (!Number.isInteger(number) || number < 0 || number >= NUMBERS_TOTAL)
    throw new RangeError(`${number} is not on the wheel`);
  if (number === 0) return 'green';
  return number <= RED_MAX ? 'red' : 'black';
}

/** The payout of a bet when this colour wins. */
export function payoutOf(bet: { readonly playerBet: Color; readonly amount: number }, winner: Color): number {
  return bet.playerBet === winner ? bet.amount * PAYOUT_FACTORS[winner] : 0;
}
