import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; text?: string; beside?: ReactNode; children: ReactNode };

/** A titled section of a page about proofs. */
export function Section({ title, text, beside, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 surface p-4 md:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="font-display text-h2 font-bold">
          {title}
        </h2>
        {beside}
      </div>
      {text !== undefined && <p className="mt-1 max-w-prose text-pretty text-fg-2">{text}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}
