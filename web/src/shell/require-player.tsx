import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { useAccount, useSession } from '#core/session.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { LoadingView, SignInView } from '#ui/views.tsx';
import { useCurrentPage } from './navigation.ts';

const SaferPlayForVisitors = lazyComponent(
  async () => (await import('#features/safer-play/visitor-page.tsx')).SaferPlayForVisitors,
);

/** Asks visitors to sign in on pages that belong to a player. The help on the safer play page is open to everyone. */
export function RequirePlayer() {
  const isLoaded = useAccount((account) => account.isLoaded);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const page = useCurrentPage()?.page;
  if (!isLoaded) return <LoadingView />;
  if (!isLoggedIn && page === 'saferPlay') {
    return (
      <Suspense fallback={<LoadingView />}>
        <SaferPlayForVisitors />
      </Suspense>
    );
  }
  if (!isLoggedIn) return <SignInView onSignIn={() => openAuth('login')} onSignUp={() => openAuth('signup')} />;
  return <Outlet />;
}
