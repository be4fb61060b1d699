import { type Color, PAYOUT_FACTORS } from '@karat/rules/roulette';
import clsx from 'clsx';
import { formatNumber } from '#i18n/format.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useBetAmount } from './amount.ts';
import { colorTints } from './color-tints.ts';
import { useBetPlacing } from './place-bet.ts';
import { useRouletteText } from './words/roulette-text.ts';

type BetButtonProps = {
  color: Color;
  betMax: number;
  /** Whether the round takes bets. */
  isOpen: boolean;
  onBet: (color: Color) => void;
  className?: string;
};

/** Bets on a colour, and says what the entered amount would pay. Shows the press at once; the totals wait for the server. */
export function BetButton({ color, betMax, isOpen, onBet, className }: BetButtonProps) {
  const t = useRouletteText();
  const isPending = useBetPlacing(({ pending }) => pending[color] === true);
  // Not `disabled`: a disabled button would lose the focus, which the next round needs again.
  const isIdle = !isOpen || isPending;
  return (
    <button
      type="button"
      aria-disabled={isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={() => !isIdle && onBet(color)}
      className={clsx(
        'bet-button motion-press flex shrink-0 flex-col items-stretch justify-center rounded-lg px-3.5 text-left text-white select-none xl:px-4',
        'transition-[filter,opacity] duration-140 not-aria-disabled:hover:brightness-115 aria-disabled:cursor-not-allowed',
        !isOpen && 'saturate-60 brightness-75',
        colorTints[color],
        className,
      )}
    >
      <span className="flex items-center justify-between gap-2 font-display font-bold">
        <span className="truncate text-sm sm:max-xl:text-card xl:text-base">{t.betOn[color]}</span>
        {isPending ? (
          <Spinner size={20} />
        ) : (
          <span aria-label={t.pays(PAYOUT_FACTORS[color])} role="img" className="shrink-0 text-base tabular-nums">
            ×{PAYOUT_FACTORS[color]}
          </span>
        )}
      </span>
      <Payout color={color} betMax={betMax} />
    </button>
  );
}

/** What the entered amount would pay. The button has room for it, so nothing moves. */
function Payout({ color, betMax }: Pick<BetButtonProps, 'color' | 'betMax'>) {
  const t = useRouletteText();
  const amount = useBetAmount(betMax);
  if (amount === undefined) return null;
  return (
    <span className="flex items-center justify-between gap-2 text-xs">
      <span>{t.payout}</span>{' '}
      <span className="inline-flex items-center gap-1 font-semibold tabular-nums">
        <DiamondGlyph size={12} />
        {formatNumber(amount * PAYOUT_FACTORS[color])}
      </span>
    </span>
  );
}
