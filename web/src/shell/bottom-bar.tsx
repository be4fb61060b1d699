import clsx from 'clsx';
import { type LucideIcon, Menu as MenuIcon, MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { useUnseen } from '#features/chat/chat-state.ts';
import { UnreadBadge } from '#features/chat/unread-badge.tsx';
import { ClaimBadge } from '#features/missions/claim-badge.tsx';
import { useClaimable } from '#features/missions/claimable.ts';
import { useText } from '#i18n/i18n.ts';
import { quickMenu, useCurrentSection } from './navigation.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';

type SheetProps = { isOpen: boolean; onClose: () => void };
const ChatSheet = lazyComponent<SheetProps>(async () => (await import('#features/chat/chat-sheet.tsx')).ChatSheet);
const MenuSheet = lazyComponent<SheetProps>(async () => (await import('./menu-sheet.tsx')).MenuSheet);

const entryClass =
  'flex h-16 low:h-11 w-full flex-col items-center justify-center gap-1 text-2xs font-medium transition-colors duration-140 focus-visible:-outline-offset-4';

/** The menu of small screens, with the two sheets that it opens. */
export function BottomBar() {
  const t = useText();
  const section = useCurrentSection();
  const [sheet, setSheet] = useState<'chat' | 'menu'>();
  const close = () => setSheet(undefined);
  return (
    <div className="lg:hidden">
      <nav
        aria-label={t.menu.quickLabel}
        className="glass right-scroll-bar-position fixed inset-x-0 bottom-0 z-40 border-t border-line pb-[env(safe-area-inset-bottom)]"
      >
        <ul className="mx-auto flex max-w-3xl">
          {quickMenu.map(({ page, to, icon: Icon, label }) => (
            <li key={page} className="flex-1">
              <Link
                to={to}
                aria-current={section === page ? 'page' : undefined}
                className={clsx(entryClass, section === page ? 'text-primary' : 'text-fg-2 hover:text-fg')}
              >
                <Icon size={22} strokeWidth={1.75} aria-hidden />
                <span className="low:sr-only">{label(t)}</span>
              </Link>
            </li>
          ))}
          <ChatEntry onOpen={() => setSheet('chat')} />
          <MenuEntry onOpen={() => setSheet('menu')} />
        </ul>
      </nav>
      <MountWhenOpened isOpen={sheet === 'chat'}>
        <ChatSheet isOpen={sheet === 'chat'} onClose={close} />
      </MountWhenOpened>
      <MountWhenOpened isOpen={sheet === 'menu'}>
        <MenuSheet isOpen={sheet === 'menu'} onClose={close} />
      </MountWhenOpened>
    </div>
  );
}

function ChatEntry({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  const { count } = useUnseen();
  const hint = count === 0 ? undefined : t.chat.newMessages(count);
  return (
    <SheetEntry
      icon={MessageCircle}
      label={t.menu.chat}
      hint={hint}
      mark={<UnreadBadge className="absolute -top-1.5 left-3.5 ring-2 ring-bg-1" />}
      onOpen={onOpen}
    />
  );
}

/** The missions are in the menu, so their badge is on its button too. */
function MenuEntry({ onOpen }: { onOpen: () => void }) {
  const t = useText();
  const count = useClaimable((claimable) => claimable.count);
  return (
    <SheetEntry
      icon={MenuIcon}
      label={t.menu.menu}
      hint={count === 0 ? undefined : t.menu.rewards(count)}
      mark={<ClaimBadge className="absolute -top-1.5 left-3.5 ring-2 ring-bg-1" />}
      onOpen={onOpen}
    />
  );
}

type SheetEntryProps = {
  icon: LucideIcon;
  label: string;
  /** The text of the mark for screen readers. */
  hint?: string | undefined;
  mark?: ReactNode;
  onOpen: () => void;
};

function SheetEntry({ icon: Icon, label, hint, mark, onOpen }: SheetEntryProps) {
  return (
    <li className="flex-1">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={clsx(entryClass, 'text-fg-2 hover:text-fg')}
      >
        <span className="relative">
          <Icon size={22} strokeWidth={1.75} aria-hidden />
          {mark}
        </span>
        <span className="low:sr-only">{label}</span>
        {hint !== undefined && <span className="sr-only"> ({hint})</span>}
      </button>
    </li>
  );
}
