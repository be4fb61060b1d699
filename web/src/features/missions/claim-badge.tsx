import clsx from 'clsx';
import { useText } from '#i18n/i18n.ts';
import { useClaimable } from './claimable.ts';

/** The number of rewards to claim, on an icon of the menu. */
export function ClaimBadge({ className }: { className?: string }) {
  const count = useClaimable((claimable) => claimable.count);
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className={clsx(
        'motion-line flex h-4 min-w-4 items-center justify-center rounded-full bg-primary px-1 text-[0.625rem] leading-none font-bold text-on-primary tabular-nums',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}

/** The badge for screen readers, after the label. */
export function ClaimHint() {
  const t = useText();
  const count = useClaimable((claimable) => claimable.count);
  return count > 0 && <span className="sr-only"> ({t.menu.rewards(count)})</span>;
}
