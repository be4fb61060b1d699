import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { TOKEN_KEY, onUnauthenticated } from '#core/api.ts';
import { connectSocket } from '#core/socket.ts';
import { openAuth } from '#core/modals.ts';
import { resetQueriesForNewUser, createQueryClient } from '#core/query-client.ts';
import { hasServiceWorkers, registerServiceWorker } from '#core/service-worker.ts';
import { endSession, syncWithOtherTabs, loadSession, useAccount, useSession } from '#core/session.ts';
import { removeStored } from '#core/storage.ts';
import { useInventory } from '#features/inventory/inventory.ts';
import { currentText, restoreLanguage } from '#i18n/i18n.ts';
import { showTopToast } from '#ui/toast.ts';
import { createRouter } from './router.tsx';

// The scroll lock of open modals injects a style, which the content security policy allows only with this nonce.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

/** The first page is rendered by then. Nothing else should delay it. */
const FIRST_RENDER_MS = 1_000;
/** Modals and menus are not needed for the first page, but should be loaded before the player opens one. */
const PRELOAD_DELAY_MS = 2_000;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Safari has no requestIdleCallback. */
const whenIdle = (action: () => void): void =>
  'requestIdleCallback' in window ? void requestIdleCallback(action, { timeout: 1_000 }) : action();

const visitorPreloads = [() => import('#features/accounts/auth-modal.tsx')];
const playerPreloads = [
  () => import('#features/notifications/notifications-panel.tsx'),
  () => import('./user-menu-panel.tsx'),
];

const queryClient = createQueryClient();
useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username) resetQueriesForNewUser(queryClient);
  else if (now.jwt !== before.jwt) void queryClient.invalidateQueries();
});
useInventory.subscribe(() => {
  void queryClient.invalidateQueries({ queryKey: ['inventory'] });
});

onUnauthenticated(endSession);
useAccount.subscribe((now, before) => {
  if (!now.hasSessionEnded || before.hasSessionEnded) return;
  showTopToast('info', currentText().auth.sessionEnded);
  openAuth('login');
});

// After the return from Steam, the cookie belongs to the newest sign-in; a stored token is older.
if (new URLSearchParams(window.location.search).get('signin') === 'ok') removeStored(TOKEN_KEY);
syncWithOtherTabs();

const session = loadSession();
await restoreLanguage();
await sleep(0);
const router = createRouter();
// In a transition, so that React renders in small steps, because a single long render would block a phone.
startTransition(() =>
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);

await session;
await sleep(FIRST_RENDER_MS);
whenIdle(() => {
  void connectSocket();
  void import('#features/safer-play/watch.ts')
    .then(({ startPlayWatch: watchPlay }) => watchPlay())
    .catch(() => undefined);
  void import('#features/missions/watch.ts')
    .then(({ startMissionWatch }) => startMissionWatch(queryClient))
    .catch(() => undefined);
});
await sleep(PRELOAD_DELAY_MS);
whenIdle(() => {
  for (const load of useSession.getState().isLoggedIn ? playerPreloads : visitorPreloads)
    void load().catch(() => undefined);
  // The development server has no service worker.
  if (!import.meta.env.PROD || !hasServiceWorkers()) return;
  registerServiceWorker().catch(() => undefined);
  void import('#features/push/sync.ts').then(({ startPushSync }) => startPushSync()).catch(() => undefined);
});
