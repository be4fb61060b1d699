import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { TOKEN_KEY, onStaleSecondFactor, onUnauthenticated } from '#core/api.ts';
import { connectSocket } from '#core/socket.ts';
import { openAuth, requestFactor } from '#core/modals.ts';
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
/** What watches the player's events comes after the connection, in a task of its own. */
const WATCH_DELAY_MS = 300;
/**
 * Modals and menus are not needed for the first page, but should be loaded before the player opens one: at the first touch, key or
 * movement, and at the latest after this time.
 */
const PRELOAD_DELAY_MS = 10_000;
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const;

function firstUse(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of SIGNS_OF_USE) window.addEventListener(name, () => resolve(), { once: true, passive: true });
  });
}
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Safari has no requestIdleCallback. */
const whenIdle = (action: () => void): void =>
  'requestIdleCallback' in window ? void requestIdleCallback(action, { timeout: 1_000 }) : action();

/** The script of a page that the server knows is here by now. Any other page shows the layout while its script loads. */
const PAGE_SCRIPT_MS = 100;

/** Resolves when the router has its first page. Without it, the layout would be rendered first, and replace the page's first view. */
function firstPage(router: ReturnType<typeof createRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

/** Runs the action once, when a player is signed in. */
function whenSignedIn(action: () => void): void {
  if (useSession.getState().isLoggedIn) {
    whenIdle(action);
    return;
  }
  const stop = useSession.subscribe(({ isLoggedIn }) => {
    if (!isLoggedIn) return;
    stop();
    action();
  });
}

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
onStaleSecondFactor(requestFactor);
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
await Promise.race([firstPage(router), sleep(PAGE_SCRIPT_MS)]);
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

// Turkish letters are in files of their own. One that arrives with the first Turkish name lays out the whole page again.
for (const font of ['Inter', 'Saira']) void document.fonts.load(`1em ${font}`, 'ş');

await session;
await sleep(FIRST_RENDER_MS);
whenIdle(() => void connectSocket());
await sleep(WATCH_DELAY_MS);
whenSignedIn(() => {
  void import('#features/safer-play/watch.ts')
    .then(({ startPlayWatch: watchPlay }) => watchPlay())
    .catch(() => undefined);
  void import('#features/missions/watch.ts')
    .then(({ startMissionWatch }) => startMissionWatch(queryClient))
    .catch(() => undefined);
});
await Promise.race([firstUse(), sleep(PRELOAD_DELAY_MS)]);
whenIdle(() => {
  for (const load of useSession.getState().isLoggedIn ? playerPreloads : visitorPreloads)
    void load().catch(() => undefined);
  // The development server has no service worker.
  if (!import.meta.env.PROD || !hasServiceWorkers()) return;
  registerServiceWorker().catch(() => undefined);
  void import('#features/push/sync.ts').then(({ startPushSync }) => startPushSync()).catch(() => undefined);
});
