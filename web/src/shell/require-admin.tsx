import { pages } from '@karat/contract/pages';
import { Suspense, lazy, useEffect, useEffectEvent, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { openAuth } from '#core/modals.ts';
import { useAccount, useSession } from '#core/session.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { LoadingView } from '#ui/views.tsx';

const StaffLimitPage = lazyComponent(
  async () => (await import('#features/factors/staff-limit-page.tsx')).StaffLimitPage,
);
const AdminPage = lazy(async () => ({ default: (await import('./admin-page.tsx')).AdminPage }));

/**
 * Waits for the session, so that staff stay on the panel after a reload and other users never see a flash of it. After the session
 * has ended, as when the role was withdrawn, the panel is hidden with what was entered until staff sign in again.
 */
export function RequireAdmin() {
  const isLoaded = useAccount((account) => account.isLoaded);
  const hasSessionEnded = useAccount((account) => account.hasSessionEnded);
  const isLimited = useAccount(({ account }) => (account?.staffLimit ?? null) !== null);
  const { isLoggedIn, staffRole } = useSession();
  const isStaff = isLoggedIn && staffRole !== null;
  useSignInPrompt({ isVisitor: isLoaded && !isLoggedIn, isStaff });
  if (!isLoaded) return <LoadingView />;
  if (isLimited) {
    return (
      <Suspense fallback={<LoadingView />}>
        <StaffLimitPage />
      </Suspense>
    );
  }
  if (!isStaff) return <Navigate to={pages.home} replace />;
  return (
    <Suspense fallback={<LoadingView />}>
      {hasSessionEnded && <LoadingView />}
      <div hidden={hasSessionEnded}>
        <AdminPage />
      </div>
    </Suspense>
  );
}

let unsubscribe = (): void => undefined;

/** Asks a visitor to sign in, and then takes staff to the requested page. Does not ask after a sign-out. */
function useSignInPrompt({ isVisitor, isStaff }: { isVisitor: boolean; isStaff: boolean }): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const wasStaff = useRef(false);
  const askToSignIn = useEffectEvent(() => {
    openAuth('login');
    unsubscribe();
    unsubscribe = useSession.subscribe((session) => {
      if (!session.isLoggedIn) return;
      unsubscribe();
      const isStillThere = window.location.pathname === pages.home;
      if (session.staffRole !== null && isStillThere) void navigate(pathname + search, { replace: true });
    });
  });
  useEffect(() => {
    if (isStaff) wasStaff.current = true;
    else if (isVisitor && !wasStaff.current) askToSignIn();
  }, [isStaff, isVisitor]);
}
