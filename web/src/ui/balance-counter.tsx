import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { useCounter } from './counter.ts';

/** A balance that counts to its new value. Screen readers get only the final value. */
export function BalanceCounter({ value }: { value: number }) {
  const t = useText();
  const shown = useCounter(value);
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {formatNumber(shown)}
      </span>
      <span className="sr-only" aria-live="polite">
        {t.topBar.balance(formatNumber(value))}
      </span>
    </>
  );
}
