import { ChevronDown } from 'lucide-react';
import { useAccount, useSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Avatar } from '#ui/avatar.tsx';
import { LazyPanel, lazyComponent } from '#ui/lazy-component.tsx';
import { PlayerName } from '#ui/player-name.tsx';

const UserMenuPanel = lazyComponent(async () => (await import('./user-menu-panel.tsx')).UserMenuPanel);

type UserMenuProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** Avatar and name of the player, with the dropdown. */
export function UserMenu({ isOpen, onOpenChange }: UserMenuProps) {
  const t = useText();
  const { username, avatar } = useSession();
  const elo = useAccount(({ account }) => account?.elo);
  const trigger = (
    <button
      type="button"
      aria-label={t.topBar.account(username)}
      className="hit-area flex h-10 items-center gap-2.5 rounded-md transition-colors duration-140 hover:text-primary"
    >
      <Avatar src={avatar} username={username} elo={elo} size={38} />
      <span className="flex max-w-36 max-md:hidden">
        <PlayerName username={username} isSandbox={false} isPlain className="font-semibold" />
      </span>
      <ChevronDown size={16} aria-hidden className="text-fg-3 max-md:hidden" />
    </button>
  );
  return (
    <LazyPanel isOpen={isOpen} popup="menu" trigger={trigger} onOpen={() => onOpenChange(true)}>
      <UserMenuPanel trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange} />
    </LazyPanel>
  );
}
