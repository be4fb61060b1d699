import clsx from 'clsx';
import { Link } from 'react-router';
import { useSession } from '#core/session.ts';
import { ClaimBadge, ClaimHint } from '#features/missions/claim-badge.tsx';
import { useText } from '#i18n/i18n.ts';
import { type NavItem, moreMenu, sideMenu, useCurrentSection } from './navigation.ts';

/** The menu items that the current user may see. */
export function useVisibleItems(items: readonly NavItem[]): readonly NavItem[] {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  return items.filter(({ isForPlayers }) => isForPlayers !== true || isLoggedIn);
}

/** The side menu on large screens: icons with a label below, those of the specification first. */
export function SideRail() {
  const t = useText();
  return (
    <nav
      aria-label={t.menu.label}
      className="scrollbar-none fixed top-top-bar bottom-0 left-0 z-30 w-rail overflow-y-auto border-r border-line bg-bg-1/60 py-3 max-lg:hidden"
    >
      <Entries items={useVisibleItems(sideMenu)} />
      <hr className="mx-4 my-2 border-line" />
      <Entries items={moreMenu} />
    </nav>
  );
}

function Entries({ items }: { items: readonly NavItem[] }) {
  const section = useCurrentSection();
  return (
    <ul className="flex flex-col gap-1 px-1">
      {items.map((item) => (
        <li key={item.page}>
          <Link
            to={item.to}
            aria-current={section === item.page ? 'page' : undefined}
            className={clsx(
              'group flex h-13.5 flex-col items-center justify-center gap-1.5 rounded-md border-l-2 text-2xs font-medium tracking-tight whitespace-nowrap transition-colors duration-140 focus-visible:-outline-offset-2',
              section === item.page
                ? 'border-primary bg-linear-to-r from-primary/18 to-primary/4 text-fg'
                : 'border-transparent text-fg-2 hover:bg-bg-2 hover:text-fg',
            )}
          >
            <NavLabel item={item} iconSize={20} isCurrent={section === item.page} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

type NavLabelProps = { item: NavItem; iconSize: number; isCurrent: boolean };

/** Icon and label of an item. The missions have a badge with the number of rewards to claim. */
export function NavLabel({ item: { page, icon: Icon, label }, iconSize, isCurrent }: NavLabelProps) {
  const t = useText();
  return (
    <>
      <span className="relative">
        <Icon size={iconSize} strokeWidth={1.75} aria-hidden className={clsx(isCurrent && 'text-primary')} />
        {page === 'missions' && <ClaimBadge className="absolute -top-1.5 left-3.5 ring-2 ring-bg-1" />}
      </span>
      <span>
        {label(t)}
        {page === 'missions' && <ClaimHint />}
      </span>
    </>
  );
}
