import { LogIn } from 'lucide-react';
import { Link } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { useAccount, useSession, useSteamSignIn } from '#core/session.ts';
import { readStored } from '#core/storage.ts';
import { useText } from '#i18n/i18n.ts';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonBlock } from '#ui/skeleton.tsx';
import { PlayerControls } from './player-controls.tsx';

/** The bar on top of every page: the logo, and the controls of the player or visitor. */
export function TopBar() {
  const t = useText();
  // An open panel covers the toasts, which appear in the same place.
  return (
    <header className="glass right-scroll-bar-position fixed low:absolute inset-x-0 top-0 z-40 border-b border-line pt-[env(safe-area-inset-top)] has-[[data-radix-popper-content-wrapper]]:z-100">
      <div className="flex h-top-bar items-center gap-3 px-3 md:px-5">
        <Link to="/" aria-label={t.brand.name} className="hit-area mr-auto inline-flex rounded-sm">
          <Brand />
        </Link>
        <UserControls />
      </div>
    </header>
  );
}

function UserControls() {
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const isLoaded = useAccount((account) => account.isLoaded);
  if (isLoggedIn) return <PlayerControls />;
  // A stored user name makes a player likely: shows a skeleton instead of sign-in buttons that would disappear.
  if (!isLoaded && readStored('username') !== null) return <PlayerSkeleton />;
  return <VisitorControls />;
}

function PlayerSkeleton() {
  return (
    <div aria-hidden className="flex items-center gap-2 md:gap-3">
      <SkeletonBlock className="h-10 w-36 rounded-full" />
      <SkeletonBlock className="size-10 rounded-md" />
      <SkeletonBlock className="size-9 rounded-md" />
    </div>
  );
}

function VisitorControls() {
  const t = useText();
  const steam = useSteamSignIn();
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <Button variant={steam.isOffered ? 'quiet' : 'primary'} onClick={() => openAuth('login')}>
        {t.topBar.login}
      </Button>
      {steam.isOffered && (
        <Button
          variant="primary"
          isPending={steam.isPending}
          icon={<LogIn size={18} aria-hidden />}
          onClick={steam.start}
        >
          {t.topBar.signInWithSteam}
        </Button>
      )}
    </div>
  );
}
