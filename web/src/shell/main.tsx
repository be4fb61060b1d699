import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { TOKEN_KEY, onUnauthenticated } from '#core/api.ts';
import { startChannel } from '#core/channel.ts';
import { openAuth } from '#core/modals.ts';
import { changeOwner, createQueryClient } from '#core/query-client.ts';
import { endSession, followOtherTabs, loadSession, useAccount, useSession } from '#core/session.ts';
import { drop } from '#core/storage.ts';
import { useInventory } from '#features/inventory/inventory.ts';
import { currentText, restoreLanguage } from '#i18n/i18n.ts';
import { showTopToast } from '#ui/toast.ts';
import { createRouter } from './router.tsx';

// The scroll lock of open modals injects a style, which the content policy lets pass by this nonce alone.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

/** The first page is drawn by then: nothing else should stand in its way before. */
const DRAWN_MS = 1_000;
/** What opens over a page is not needed to draw it, but nobody should wait for it after pressing a button. */
const OVERLAYS_MS = 2_000;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Safari knows no idle time. */
const whenIdle = (act: () => void): void =>
  'requestIdleCallback' in window ? void requestIdleCallback(act, { timeout: 1_000 }) : act();

const visitorParts = [() => import('#features/accounts/auth-modal.tsx')];
const playerParts = [
  () => import('#features/notifications/notifications-panel.tsx'),
  () => import('./user-menu-panel.tsx'),
];

const queryClient = createQueryClient();
useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username) changeOwner(queryClient);
  else if (now.jwt !== before.jwt) void queryClient.invalidateQueries();
});
useInventory.subscribe(() => {
  void queryClient.invalidateQueries({ queryKey: ['inventory'] });
});

onUnauthenticated(endSession);
useAccount.subscribe((now, before) => {
  if (!now.hasEnded || before.hasEnded) return;
  showTopToast('info', currentText().auth.sessionEnded);
  openAuth('login');
});

// Back from Steam the cookie is the newest word on who this is; a token of an earlier sign-in is not.
if (new URLSearchParams(window.location.search).get('signin') === 'ok') drop(TOKEN_KEY);
followOtherTabs();

const session = loadSession();
await restoreLanguage();
await sleep(0);
const router = createRouter();
// In a transition, so that it is drawn in small steps: in one go it would hold up a phone.
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
await sleep(DRAWN_MS);
whenIdle(() => {
  void startChannel();
  void import('#features/safer-play/watch.ts')
    .then(({ startPlayWatch: watchPlay }) => watchPlay())
    .catch(() => undefined);
});
await sleep(OVERLAYS_MS);
whenIdle(() => {
  for (const load of useSession.getState().isLoggedIn ? playerParts : visitorParts) void load().catch(() => undefined);
});
