import clsx from 'clsx';
import { Link } from 'react-router';
import { useIsStaff } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { Sheet } from '#ui/sheet.tsx';
import { LanguageChoice } from './language.tsx';
import { NavLabel, useVisibleItems } from './nav-links.tsx';
import { type NavItem, adminItem, moreMenu, sideMenu, useCurrentSection } from './navigation.ts';

/** The whole menu, for screens without the side menu. */
export function MenuSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const isStaff = useIsStaff();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.menu.menu} side="bottom">
      <nav aria-label={t.menu.label} className="p-3">
        <Tiles items={useVisibleItems(sideMenu)} onClose={onClose} />
        <hr className="my-3 border-line" />
        <Tiles items={isStaff ? [...moreMenu, adminItem] : moreMenu} onClose={onClose} />
      </nav>
      <div className="border-t border-line p-3 pb-5">
        <LanguageChoice name="menu-language" />
      </div>
    </Sheet>
  );
}

function Tiles({ items, onClose }: { items: readonly NavItem[]; onClose: () => void }) {
  const section = useCurrentSection();
  return (
    <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {items.map((item) => (
        <li key={item.page}>
          <Link
            to={item.to}
            onClick={onClose}
            aria-current={section === item.page ? 'page' : undefined}
            className={clsx(
              'flex h-20 flex-col items-center justify-center gap-2 rounded-md border text-xs font-semibold transition-colors duration-140',
              section === item.page
                ? 'border-primary/50 bg-primary/10 text-fg'
                : 'border-line bg-bg-2 text-fg-2 hover:text-fg',
            )}
          >
            <NavLabel item={item} iconSize={22} isCurrent={section === item.page} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
