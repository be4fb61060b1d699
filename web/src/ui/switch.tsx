import clsx from 'clsx';
import type { ComponentProps } from 'react';

/** An on-off switch: a native checkbox that takes effect at once. It has no label of its own. */
export function Switch({
  className,
  checked,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { checked: boolean }) {
  return (
    <span className={clsx('relative inline-flex h-6 w-11 shrink-0 items-center', className)}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        className="peer h-6 w-11 cursor-pointer appearance-none rounded-full border border-line-input bg-bg-1/80 transition-colors duration-140 checked:border-primary checked:bg-primary disabled:cursor-not-allowed disabled:opacity-55"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute left-1 size-4 rounded-full bg-fg-2 transition-transform duration-140 ease-out peer-checked:translate-x-5 peer-checked:bg-on-primary"
      />
    </span>
  );
}
