import type { Color } from '@karat/rules/roulette';
import clsx from 'clsx';

/** White text on the wheel's colour. */
export const colorTile: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red text-white',
  green: 'bg-roulette-green text-white',
  black: 'bg-roulette-black text-white',
};

type Drawn = { readonly winnerNumber: number | null; readonly winnerColor: Color | null };

/** The drawn number on its colour; a dash if none was drawn. */
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
