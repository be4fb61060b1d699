import { useLoss } from '#core/loss.ts';
import { formatAmount } from '#i18n/format.ts';

/** A lost stake beside the balance, for a moment. It moves nothing, and screen readers get it from the game's own status. */
export function LossNote() {
  const loss = useLoss((state) => state.loss);
  if (loss === undefined) return null;
  return (
    <span
      key={loss.key}
      aria-hidden
      className="motion-route pointer-events-none absolute inset-y-0 right-full mr-2.5 flex items-center text-card font-semibold whitespace-nowrap text-fg-2 tabular-nums"
    >
      {formatAmount(-loss.amount)}
    </span>
  );
}
