import { COLORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { formatNumber } from '#i18n/format.ts';
import { colorTints } from './color-tints.ts';
import { useRoulette } from './roulette.ts';
import { useRouletteText } from './words/roulette-text.ts';

/** The player's stakes of the round, by colour. Renders nothing without a bet. */
export function OwnBets({ className }: { className?: string }) {
  const t = useRouletteText();
  const ownStakes = useRoulette((roulette) => roulette.ownStakes);
  const staked = COLORS.filter((color) => ownStakes[color] > 0);
  if (staked.length === 0) return null;
  return (
    <div className={clsx('flex min-w-0 items-center gap-x-3 text-xs whitespace-nowrap text-fg-2', className)}>
      <span className="max-sm:sr-only">{t.ownBets}</span>
      <dl className="flex items-center gap-x-3">
        {staked.map((color) => (
          <div key={color} className="flex items-center gap-1.5">
            <dt className="flex items-center">
              <span aria-hidden className={clsx('size-2.5 rounded-full ring-1 ring-white/20', colorTints[color])} />
              <span className="sr-only">{t.colors[color]}</span>
            </dt>
            <dd className="font-semibold text-fg tabular-nums">{formatNumber(ownStakes[color])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
