import { pageAliases, pages } from '@karat/contract/pages';
import { CircleQuestionMark, LifeBuoy, LogOut, ShieldCheck, ShoppingBag, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { signOut } from '#core/session.ts';
import { useIsStaff } from '#core/staff.ts';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import { Menu, MenuAction, MenuSeparator, MenuLink } from '#ui/menu.tsx';
import { showTopToast } from '#ui/toast.ts';

type PanelProps = { trigger: ReactNode; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The dropdown of the user menu. */
export function UserMenuPanel({ trigger, isOpen, onOpenChange }: PanelProps) {
  const t = useText();
  const isStaff = useIsStaff();
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange}>
      {/* In the mixed language this text is Turkish. */}
      <MenuLink to={pages.profile} icon={<User {...icon} />} lang={langAttribute(t.userMenu.profile)}>
        {t.userMenu.profile}
      </MenuLink>
      <MenuLink to={pageAliases.support} icon={<LifeBuoy {...icon} />}>
        {t.userMenu.support}
      </MenuLink>
      <MenuLink to={pages.inventory} icon={<ShoppingBag {...icon} />}>
        {t.userMenu.inventory}
      </MenuLink>
      <MenuLink to={pages.faq} icon={<CircleQuestionMark {...icon} />}>
        {t.userMenu.faq}
      </MenuLink>
      {isStaff && (
        <MenuLink to={pages.admin} icon={<ShieldCheck {...icon} />}>
          {t.userMenu.admin}
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuAction
        isDanger
        icon={<LogOut {...icon} />}
        onSelect={() => {
          void signOut().then(() => showTopToast('info', t.toasts.loggedOut));
        }}
      >
        {t.userMenu.logout}
      </MenuAction>
    </Menu>
  );
}
