import clsx from 'clsx';
import { Link } from 'react-router';

export type TabLink = { to: string; label: string; lang?: string | undefined; isCurrent: boolean };

/** Tabs that are pages: links, so that each has a URL and Back works. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="scrollbar-none -mx-3 overflow-x-auto px-3 md:mx-0 md:px-0">
      <ul className="flex gap-1 border-b border-line max-sm:min-w-max max-sm:gap-0">
        {tabs.map(({ to, label, lang, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              lang={lang}
              aria-current={isCurrent ? 'page' : undefined}
              className={clsx(
                'relative flex h-12 items-center rounded-t-sm px-4 font-semibold max-sm:px-2 max-sm:text-card whitespace-nowrap transition-colors duration-140',
                'after:absolute after:inset-x-3 max-sm:after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full focus-visible:-outline-offset-2',
                isCurrent ? 'text-fg after:bg-primary' : 'text-fg-2 hover:text-fg',
              )}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
