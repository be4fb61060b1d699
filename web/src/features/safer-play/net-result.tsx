import { formatAmount } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';

/** The net result with its sign, always in one colour, as neither praise nor blame. */
export function NetResult({ net }: { net: number }) {
  const t = useText();
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums">
      <DiamondGlyph size={16} className="text-primary" />
      <span aria-hidden>{net === 0 ? '0' : formatAmount(net)}</span>
      <span className="sr-only">{`${net < 0 ? '−' : ''}${t.common.diamonds(Math.abs(net))}`}</span>
    </span>
  );
}
