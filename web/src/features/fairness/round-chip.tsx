import type { Color } from '@karat/rules/roulette';
import clsx from 'clsx';

/** White on the colour of the wheel. */
export const colorTile: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red text-white',
  green: 'bg-roulette-green text-white',
  black: 'bg-roulette-black text-white',
};

type Drawn = { readonly winnerNumber: number | null; readonly winnerColor: Color | null };

/** The number that a round drew, on its colour; a dash where none was drawn. */
export function RoundChip({ round: { winnerNumber, winnerColor } }: { round: Drawn }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'grid size-9 shrink-0 place-items-center rounded-md font-display font-bold tabular-nums',
        winnerColor === null ? 'border border-line-input text-fg-3' : colorTile[winnerColor],
      )}
    >
      {winnerNumber ?? '–'}
    </span>
  );
}
