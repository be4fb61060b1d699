import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A native checkbox in the site's style. It has no label of its own. */
export function Checkbox({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <span className={clsx('relative inline-grid size-6 shrink-0 place-items-center', className)}>
      <input
        {...input}
        type="checkbox"
        className="peer size-6 cursor-pointer appearance-none rounded-[7px] border border-line-input bg-bg-1/80 transition-colors duration-140 checked:border-primary checked:bg-primary"
      />
      <Check
        size={16}
        strokeWidth={3}
        aria-hidden
        className="pointer-events-none absolute text-on-primary opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
