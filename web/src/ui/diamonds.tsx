import clsx from 'clsx';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';

/** The icon of the currency. */
export function DiamondGlyph({ size = 16, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden className={clsx('shrink-0', className)}>
      <path d="M6 3h12l4 6-10 12L2 9z" fill="currentColor" />
      <path d="M6 3l6 6 6-6M2 9h20M12 9v12" fill="none" stroke="var(--color-bg-0)" strokeWidth="1.2" opacity=".45" />
    </svg>
  );
}

/** An amount of diamonds: the icon, then the number as 1.234.567 in every language. */
export function Diamonds({ amount, className }: { amount: number; className?: string }) {
  const t = useText();
  return (
    <span className={clsx('inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums', className)}>
      <DiamondGlyph size={16} className="text-primary" />
      <span aria-hidden>{formatNumber(amount)}</span>
      <span className="sr-only">{t.common.diamonds(amount)}</span>
    </span>
  );
}
