import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

type PageHeadingProps = { title: string; lead?: string; beside?: ReactNode; children?: ReactNode };

/** The heading of a page with optional content beside it. It gets the focus after a navigation. */
export function PageHeading({ title, lead, beside, children }: PageHeadingProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-4 md:mb-6">
      <div className="min-w-0 grow">
        <Heading>
          {title}
          {beside}
        </Heading>
        {lead !== undefined && <p className="mt-1.5 max-w-xl text-pretty text-fg-2">{lead}</p>}
      </div>
      {children}
    </header>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 ref={useHeadingFocus()} tabIndex={-1} className="font-display text-h1-small font-bold md:text-h1">
      {children}
    </h1>
  );
}

// Not on the first page, where the browser sets the focus, and not for a link to a section.
function useHeadingFocus() {
  const ref = useRef<HTMLHeadingElement>(null);
  const { key, pathname, hash } = useLocation();
  const wasNavigated = key !== 'default' && hash === '';
  useEffect(() => {
    if (wasNavigated) ref.current?.focus({ preventScroll: true });
    // oxlint-disable-next-line react/exhaustive-deps -- a new search on the same page is no navigation
  }, [pathname]);
  return ref;
}
