import { type ReactNode, useId } from 'react';

/** A part of the room's page under its own heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 surface p-4 md:p-5">
      <h2 id={id} className="mb-3 font-display text-h2 font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
