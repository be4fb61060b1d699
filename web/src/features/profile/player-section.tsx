import { type ReactNode, useId } from 'react';

type PlayerSectionProps = { title: string; beside?: ReactNode; children: ReactNode };

/** A part of a public profile with its heading. */
export function PlayerSection({ title, beside, children }: PlayerSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id={id} className="font-display text-h2 font-bold">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Says that a part is empty, in little space. */
export function EmptyLine({ children }: { children: ReactNode }) {
  return <p className="surface px-4 py-6 text-center text-fg-2">{children}</p>;
}
