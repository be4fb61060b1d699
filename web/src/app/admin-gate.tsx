import { Suspense, lazy } from 'react';
import { Navigate } from 'react-router';
import { LoadingView } from '#ui/views.tsx';
import { useAccount, useSession } from './session.ts';

const AdminPage = lazy(async () => ({ default: (await import('./admin-page.tsx')).AdminPage }));

/** Waits until the server has said who this is: an admin stays after a reload, and nobody else sees a flash of the panel. */
export function AdminGate() {
  const isKnown = useAccount((account) => account.isKnown);
  const { isLoggedIn, role } = useSession();
  if (!isKnown) return <LoadingView />;
  if (!isLoggedIn || role !== 'admin') return <Navigate to="/" replace />;
  return (
    <Suspense fallback={<LoadingView />}>
      <AdminPage />
    </Suspense>
  );
}
