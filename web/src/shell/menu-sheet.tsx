import clsx from 'clsx';
import { Link } from 'react-router';
import { useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Sheet } from '#ui/sheet.tsx';
import { LanguageChoice } from './language.tsx';
import { useVisibleItems } from './nav-links.tsx';
import { adminItem, moreMenu, sideMenu, useCurrentSection } from './navigation.ts';

/** The whole menu, for screens without the side menu. */
export function MenuSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const section = useCurrentSection();
  const isAdmin = useSession((session) => session.isLoggedIn && session.isAdmin);
  const items = useVisibleItems([...sideMenu, ...moreMenu, ...(isAdmin ? [adminItem] : [])]);
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t.menu.menu} side="bottom">
      <nav aria-label={t.menu.label} className="p-3">
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {items.map(({ page, to, icon: Icon, label }) => (
            <li key={page}>
              <Link
                to={to}
                onClick={onClose}
                aria-current={section === page ? 'page' : undefined}
                className={clsx(
                  'flex h-20 flex-col items-center justify-center gap-2 rounded-md border text-xs font-semibold transition-colors duration-140',
                  section === page
                    ? 'border-primary/50 bg-primary/10 text-fg'
                    : 'border-line bg-bg-2 text-fg-2 hover:text-fg',
                )}
              >
                <Icon size={22} strokeWidth={1.75} aria-hidden className={clsx(section === page && 'text-primary')} />
                {label(t)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-line p-3 pb-5">
        <LanguageChoice name="menu-language" />
      </div>
    </Sheet>
  );
}
