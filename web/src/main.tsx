import { QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { currentText, restoreLanguage } from '#i18n/i18n.ts';
import { showTopToast } from '#ui/toast.tsx';
import { TOKEN_KEY, onUnauthenticated } from './app/api.ts';
import { startLive, useLive } from './app/live.ts';
import { openAuth } from './app/modals.ts';
import { changeOwner, createQueryClient } from './app/query-client.ts';
import { createRouter } from './app/router.tsx';
import { endSession, followOtherTabs, loadSession, useAccount, useSession } from './app/session.ts';

// The scroll lock of open modals injects a style, which the content policy lets pass by this nonce alone.
setNonce(document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? '');

const visitorParts = [() => import('./features/accounts/auth-modal.tsx')];
const playerParts = [
  () => import('./features/notifications/notifications-panel.tsx'),
  () => import('./app/user-menu-panel.tsx'),
];

const queryClient = createQueryClient();
useSession.subscribe((now, before) => {
  if (now.isLoggedIn !== before.isLoggedIn || now.username !== before.username) changeOwner(queryClient);
  else if (now.jwt !== before.jwt) void queryClient.invalidateQueries();
});
useLive.subscribe((now, before) => {
  if (now.inventoryVersion === before.inventoryVersion) return;
  void queryClient.invalidateQueries({ queryKey: ['inventory'] });
});

onUnauthenticated(endSession);
useAccount.subscribe((now, before) => {
  if (!now.hasEnded || before.hasEnded) return;
  showTopToast('info', currentText().auth.sessionEnded);
  openAuth('login');
});

// Back from Steam the cookie is the newest word on who this is; a token of an earlier sign-in is not.
if (new URLSearchParams(window.location.search).get('signin') === 'ok') localStorage.removeItem(TOKEN_KEY);
followOtherTabs();

const session = loadSession();
await restoreLanguage();
createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);

await session;
// Once who this is is known, and after the first paint.
setTimeout(() => {
  void startLive();
  void import('./features/safer-play/watch.ts').then(({ watchPlay }) => watchPlay()).catch(() => undefined);
  // What opens over a page is not needed to draw it, but nobody should wait for it after pressing a button.
  for (const load of useSession.getState().isLoggedIn ? playerParts : visitorParts) void load().catch(() => undefined);
}, 0);
