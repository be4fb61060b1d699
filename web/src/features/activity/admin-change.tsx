import clsx from 'clsx';
import { formatAmount, formatNumber } from '#i18n/format.ts';

/** A change of a balance with its sign, red for a loss. */
export const Change = ({ amount }: { amount: number }) => (
  <span className={clsx('font-semibold tabular-nums', amount < 0 && 'text-danger', amount > 0 && 'text-success')}>
    {amount === 0 ? formatNumber(0) : formatAmount(amount)}
  </span>
);
