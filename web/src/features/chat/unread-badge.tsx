import clsx from 'clsx';
import { useUnseen } from './chat-state.ts';

/** The number of unread messages on the chat icon; highlighted if one mentions the player. */
export function UnreadBadge({ className }: { className?: string }) {
  const { count, hasMention } = useUnseen();
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      data-mention={hasMention}
      className={clsx(
        'motion-line flex h-4 min-w-4 items-center justify-center rounded-full px-1 text-[0.625rem] leading-none font-bold whitespace-nowrap tabular-nums',
        className,
        hasMention ? 'bg-primary text-on-primary' : 'bg-bg-3 text-fg',
      )}
    >
      {hasMention && '@'}
      {count > 99 ? '99+' : count}
    </span>
  );
}
