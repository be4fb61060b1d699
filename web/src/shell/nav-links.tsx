import clsx from 'clsx';
import { Link } from 'react-router';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { type NavItem, sideMenu, useCurrentSection } from './navigation.ts';

/** The menu items that the current user may see. */
export function useVisibleItems(items: readonly NavItem[]): readonly NavItem[] {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return items.filter(({ isForPlayers }) => isForPlayers !== true || isLoggedIn);
}

/** The side menu on large screens: icons with a label below. */
export function SideRail() {
  const t = useText();
  const section = useCurrentSection();
  return (
    <nav
      aria-label={t.menu.label}
      className="scrollbar-none fixed top-top-bar bottom-0 left-0 z-30 w-rail overflow-y-auto border-r border-line bg-bg-1/60 py-3 max-lg:hidden"
    >
      <ul className="flex flex-col gap-1 px-2">
        {useVisibleItems(sideMenu).map(({ page, to, icon: Icon, label }) => (
          <li key={page}>
            <Link
              to={to}
              aria-current={section === page ? 'page' : undefined}
              className={clsx(
                'group flex h-14.5 flex-col items-center justify-center gap-1.5 rounded-md border-l-2 text-2xs font-medium transition-colors duration-140 focus-visible:-outline-offset-2',
                section === page
                  ? 'border-primary bg-linear-to-r from-primary/18 to-primary/4 text-fg'
                  : 'border-transparent text-fg-2 hover:bg-bg-2 hover:text-fg',
              )}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden className={clsx(section === page && 'text-primary')} />
              {label(t)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
