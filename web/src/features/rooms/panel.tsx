import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

type PanelProps = {
  /** The id of the heading. */
  id?: string;
  title: string;
  className?: string;
  children: ReactNode;
};

/** A section of the room's page with a heading. */
export function Panel({ id: givenId, title, className, children }: PanelProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <section aria-labelledby={id} className={clsx('min-w-0 surface p-4 md:p-5', className)}>
      <h2 id={id} className="mb-3 font-display text-h2 font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
