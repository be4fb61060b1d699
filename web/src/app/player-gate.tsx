import { Outlet } from 'react-router';
import { LoadingView, SignInView } from '#ui/views.tsx';
import { openAuth } from './modals.ts';
import { useAccount, useSession } from './session.ts';

/** Pages that belong to a player ask visitors to sign in, and open by themselves once they have. */
export function PlayerGate() {
  const isKnown = useAccount((account) => account.isKnown);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  if (!isKnown) return <LoadingView />;
  if (!isLoggedIn) return <SignInView onSignIn={() => openAuth('login')} onSignUp={() => openAuth('signup')} />;
  return <Outlet />;
}
