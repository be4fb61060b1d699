import { pageAliases, pages } from '@karat/contract/pages';
import { ChevronDown, CircleQuestionMark, LifeBuoy, LogOut, ShieldCheck, ShoppingBag, User } from 'lucide-react';
import { useText } from '#i18n/i18n.ts';
import { langOf } from '#i18n/lang-of.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Menu, MenuAction, MenuLine, MenuLink } from '#ui/menu.tsx';
import { showTopToast } from '#ui/toast.tsx';
import { signOut, useAccount, useSession } from './session.ts';

type UserMenuProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export function UserMenu({ isOpen, onOpenChange }: UserMenuProps) {
  const t = useText();
  const { username, avatar, isAdmin } = useSession();
  const elo = useAccount(({ account }) => account?.elo);
  const trigger = (
    <button
      type="button"
      aria-label={t.topBar.account(username)}
      className="hit-area flex h-10 items-center gap-2.5 rounded-md transition-colors duration-140 hover:text-primary"
    >
      <Avatar src={avatar} username={username} elo={elo} size={38} />
      <bdi className="max-w-36 truncate font-semibold max-md:hidden">{username}</bdi>
      <ChevronDown size={16} aria-hidden className="text-fg-3 max-md:hidden" />
    </button>
  );
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;
  return (
    <Menu trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange}>
      <MenuLink to={pages.profile} icon={<User {...icon} />} lang={langOf(t.userMenu.profile)}>
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
      {isAdmin && (
        <MenuLink to={pages.admin} icon={<ShieldCheck {...icon} />}>
          {t.userMenu.admin}
        </MenuLink>
      )}
      <MenuLine />
      <MenuAction
        isDanger
        icon={<LogOut {...icon} />}
        onSelect={() => {
          void signOut();
          showTopToast('info', t.toasts.loggedOut);
        }}
      >
        {t.userMenu.logout}
      </MenuAction>
    </Menu>
  );
}
