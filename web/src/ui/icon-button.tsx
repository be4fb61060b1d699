import clsx from 'clsx';
import type { ComponentProps } from 'react';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string; variant?: 'tile' | 'bare' };

/** A button with only an icon. The label is required, for screen readers. */
export function IconButton({
  label,
  variant = 'tile',
  className,
  type = 'button',
  children,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      // oxlint-disable-next-line react/button-has-type -- the caller's type, never absent
      type={type}
      aria-label={label}
      className={clsx(
        'motion-press hit-area inline-grid size-10 shrink-0 place-items-center rounded-md text-fg-2',
        'transition-colors duration-140 ease-out hover:text-fg disabled:cursor-not-allowed disabled:opacity-50',
        variant === 'tile' ? 'border border-line bg-bg-2 hover:bg-bg-3' : 'hover:bg-bg-2',
        className,
      )}
    >
      {children}
    </button>
  );
}
