import type { Color } from '@karat/rules/roulette';
import clsx from 'clsx';
import { useStaffText } from '#i18n/staff/staff-text.ts';

const swatches: Readonly<Record<Color, string>> = {
  red: 'bg-roulette-red',
  green: 'bg-roulette-green',
  black: 'bg-roulette-black',
};

type WinnerProps = { number: number | null; color: Color | null };

/** The winning number on its colour, with the colour's name; a dash until it is known. */
export function Winner({ number, color }: WinnerProps) {
  const { colors } = useStaffText();
  if (number === null || color === null) return <Unknown />;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span
        className={clsx(
          'grid h-6 min-w-7 place-items-center rounded-sm px-1 text-xs font-bold text-on-danger tabular-nums',
          swatches[color],
        )}
      >
        {number}
      </span>
      {colors[color]}
    </span>
  );
}

export function ColorName({ color }: { color: Color }) {
  const { colors } = useStaffText();
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={clsx('size-3 rounded-full ring-1 ring-line-input', swatches[color])} />
      {colors[color]}
    </span>
  );
}

/** A dash for a value that is not known yet or never will be. */
export function Unknown() {
  return <span className="text-fg-3">–</span>;
}
