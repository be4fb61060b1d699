import clsx from 'clsx';
import { formatNumber } from '#i18n/format.ts';
import { useTicketsText } from './words/tickets-text.ts';

/** The share of the limit from which the length is shown. */
const NEAR = 0.8;

/** The length of a text, once it approaches its limit. */
export function LengthNote({ length, max }: { length: number; max: number }) {
  const t = useTicketsText();
  if (length < max * NEAR) return null;
  return (
    <span className={clsx('text-xs tabular-nums', length > max ? 'font-semibold text-danger' : 'text-fg-3')}>
      {t.length(formatNumber(length), formatNumber(max))}
    </span>
  );
}
