import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import { useEffect } from 'react';
import { Outlet, ScrollRestoration, generatePath, useLocation } from 'react-router';
import { ChatDock } from '#features/chat/chat-dock.tsx';
import { useRests } from '#features/safer-play/rests.ts';
import { useText } from '#i18n/i18n.ts';
import { Opened, lazyPart } from '#ui/lazy-part.tsx';
import { Toasts } from '#ui/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { useLive } from './live.ts';
import { ModalHost } from './modal-host.tsx';
import { useFlags } from './modals.ts';
import { SideRail } from './nav-links.tsx';
import { useCurrentPage, useCurrentSection } from './navigation.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { useSignInOutcome } from './sign-in-outcome.ts';
import { TopBar } from './top-bar.tsx';

const RestLine = lazyPart(async () => (await import('#features/safer-play/rest-line.tsx')).RestLine);

/** The tab of the closed chat lies beside what a page shows, not over it. */
const EDGE_TAB_ROOM = 'lg:pr-3 lg:pointer-coarse:pr-8';

/** The shell around every page. */
export function Layout() {
  const t = useText();
  const isChatOpen = useFlags((flags) => flags.isChatOpen);
  const isResting = useRests(({ breakUntil, excludedUntil }) => (excludedUntil ?? breakUntil) !== null);
  useDocumentTitle();
  useSignInOutcome();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-80 -translate-y-20 rounded-sm bg-primary px-4 py-3 font-semibold text-on-primary focus:translate-y-0"
      >
        {t.menu.skipToContent}
      </a>
      <TopBar />
      <OfflineBanner />
      <SideRail />
      <div className={clsx('pt-top-bar pb-bottom-bar lg:pl-rail', isChatOpen ? 'lg:pr-chat' : EDGE_TAB_ROOM)}>
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--top-bar)-var(--bottom-bar))] px-3 pt-4 md:px-5 md:pt-5 xl:px-6 xl:pt-6 2xl:px-8"
        >
          <Opened isOpen={isResting}>
            <RestLine />
          </Opened>
          <RouteFade />
        </main>
        <Footer />
      </div>
      <ChatDock />
      <BottomBar />
      <ModalHost />
      <Toasts />
      <CanonicalLink />
      <ScrollRestoration />
    </>
  );
}

/** Pages with a header or a menu of their own: only what is below it changes. */
const wholeSections: ReadonlySet<string | undefined> = new Set(['profile', 'admin']);

function RouteFade() {
  const { key, pathname } = useLocation();
  const current = useCurrentSection();
  const section = wholeSections.has(current) ? current : pathname;
  return (
    // The first page is there at once: fading it in would only be waiting.
    <div key={section} className={clsx('mx-auto max-w-370', key !== 'default' && 'motion-route')}>
      <Outlet />
    </div>
  );
}

function useDocumentTitle(): void {
  const t = useText();
  const page = useCurrentPage();
  const unread = useLive(({ notifications }) => notifications.filter(({ isRead }) => !isRead).length);
  const title = t.documentTitle(page?.title(t, page.params) ?? t.views.notFound, unread);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A page with a Turkish address is still one page. */
function CanonicalLink() {
  const current = useCurrentPage();
  if (!current) return null;
  return <link rel="canonical" href={window.location.origin + generatePath(pages[current.page], current.params)} />;
}
