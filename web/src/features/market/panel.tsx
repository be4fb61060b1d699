import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

type PanelProps = { title: string; beside?: ReactNode; className?: string; children: ReactNode };

/** A section of a page with a heading. */
export function Panel({ title, beside, className, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={clsx('min-w-0 surface p-4 md:p-5', className)}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="font-display text-h2 font-bold">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}
