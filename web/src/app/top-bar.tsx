import { LogIn, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { NotificationsBell } from '#features/notifications/notifications-bell.tsx';
import { useText } from '#i18n/i18n.ts';
import { BalanceCounter } from '#ui/balance-counter.tsx';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { formatNumber } from '#ui/format.ts';
import { Bone } from '#ui/skeleton.tsx';
import { openAuth, setFlag } from './modals.ts';
import { useAccount, useSession, useSteamSignIn } from './session.ts';
import { UserMenu } from './user-menu.tsx';

/** On every page: the brand, and who is here. */
export function TopBar() {
  const t = useText();
  return (
    <header className="glass right-scroll-bar-position fixed inset-x-0 top-0 z-40 border-b border-line pt-[env(safe-area-inset-top)]">
      <div className="flex h-top-bar items-center gap-3 px-3 md:px-5">
        <Link to="/" aria-label={t.brand.name} className="hit-area mr-auto inline-flex rounded-sm">
          <Brand />
        </Link>
        <Who />
      </div>
    </header>
  );
}

function Who() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isKnown = useAccount((account) => account.isKnown);
  if (isLoggedIn) return <PlayerControls />;
  // A name left by the last visit makes a player likely: bones instead of buttons that would vanish.
  if (!isKnown && localStorage.getItem('username') !== null) return <PlayerBones />;
  return <VisitorControls />;
}

function PlayerBones() {
  return (
    <div aria-hidden className="flex items-center gap-2 md:gap-3">
      <Bone className="h-10 w-36 rounded-full" />
      <Bone className="size-10 rounded-md" />
      <Bone className="size-9 rounded-md" />
    </div>
  );
}

function VisitorControls() {
  const t = useText();
  const steam = useSteamSignIn();
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <Button variant="quiet" onClick={() => openAuth('login')}>
        {t.topBar.login}
      </Button>
      <Button
        variant="primary"
        isPending={steam.isPending}
        icon={<LogIn size={18} aria-hidden />}
        onClick={steam.start}
      >
        {t.topBar.signInWithSteam}
      </Button>
    </div>
  );
}

function PlayerControls() {
  const [panel, setPanel] = useState<'notifications' | 'user'>();
  // One piece of state for both, so that opening either closes the other.
  const toggle = (name: 'notifications' | 'user') => (isOpen: boolean) =>
    setPanel((open) => (isOpen ? name : open === name ? undefined : open));
  return (
    <div className="flex items-center gap-2 md:gap-3">
      <BalancePill />
      <NotificationsBell isOpen={panel === 'notifications'} onOpenChange={toggle('notifications')} />
      <UserMenu isOpen={panel === 'user'} onOpenChange={toggle('user')} />
    </div>
  );
}

function BalancePill() {
  const t = useText();
  const balance = useSession((session) => session.balance);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${t.topBar.balance(formatNumber(balance))}. ${t.topBar.addBalance}`}
        onClick={() => setFlag('isBalanceOpen', true)}
        className="group hit-area flex h-10 items-center gap-2 rounded-full border border-line bg-bg-2 pr-1.25 pl-3.5 text-[0.9375rem] font-semibold transition-colors duration-140 hover:bg-bg-3"
      >
        <DiamondGlyph size={16} className="text-primary" />
        <BalanceCounter value={balance} />
        <span aria-hidden className="grid size-7 place-items-center rounded-full bg-primary text-on-primary">
          <Plus size={18} strokeWidth={2.5} />
        </span>
      </button>
    </>
  );
}
