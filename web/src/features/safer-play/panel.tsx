import { type ReactNode, useId } from 'react';

type PanelProps = { id?: string; title: string; text?: string; children: ReactNode };

/** A section of the page; with an id it can be linked to and focused. */
export function Panel({ id, title, text, children }: PanelProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={titleId}
      className="@container scroll-mt-24 surface p-4 outline-none md:p-6"
    >
      <h2 id={titleId} className="font-display text-h2 font-bold">
        {title}
      </h2>
      {text !== undefined && <p className="mt-1 max-w-prose text-pretty text-fg-2">{text}</p>}
      <div className="mt-5">{children}</div>
    </section>
  );
}
