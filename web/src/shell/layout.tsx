import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import { WifiOff } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { type Location, Outlet, ScrollRestoration, generatePath, useLocation, useNavigation } from 'react-router';
import { useConnection } from '#core/socket.ts';
import { useChatClosed, useModals } from '#core/modals.ts';
import { usePushOffer } from '#core/push-offer.ts';
import { ChatDock } from '#features/chat/chat-dock.tsx';
import { useNotifications } from '#features/notifications/notifications.ts';
import { AnnouncementBar } from '#features/switches/announcement-bar.tsx';
import { useMaintenance } from '#features/switches/status.ts';
import { useBreaks } from '#features/safer-play/breaks.ts';
import { useText } from '#i18n/i18n.ts';
import { MountWhenOpened, lazyComponent } from '#ui/lazy-component.tsx';
import { useDelayed } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Toasts } from '#ui/toasts.tsx';
import { LoadingView } from '#ui/views.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Footer } from './footer.tsx';
import { ModalHost } from './modal-host.tsx';
import { SideRail } from './nav-links.tsx';
import { useCurrentPage, useCurrentSection } from './navigation.ts';
import { useSignInOutcome } from './sign-in-outcome.ts';
import { TopBar } from './top-bar.tsx';

const RestLine = lazyComponent(async () => (await import('#features/safer-play/break-notice.tsx')).BreakNotice);

const MaintenancePage = lazyComponent(
  async () => (await import('#features/switches/maintenance-page.tsx')).MaintenancePage,
);

const PushOffer = lazyComponent(async () => (await import('#features/push/push-offer.tsx')).PushOffer);

/** Space for the tab of the closed chat, so that it does not cover the page. */
const CHAT_TAB_SPACE = 'lg:pr-3 lg:pointer-coarse:pr-8';

/** The layout around every page; during maintenance, one page for everyone but staff. */
export function Layout() {
  const maintenance = useMaintenance();
  useDocumentTitle();
  useSignInOutcome();
  if (maintenance === 'open') return <SiteLayout />;
  return (
    <>
      <Suspense fallback={<LoadingView />}>{maintenance === 'closed' ? <MaintenancePage /> : <LoadingView />}</Suspense>
      <ModalHost />
      <Toasts />
    </>
  );
}

function SiteLayout() {
  const t = useText();
  const isChatOpen = useModals((modals) => modals.isChatOpen);
  const page = useCurrentPage()?.page;
  const isResting = useBreaks(({ breakUntil, excludedUntil }) => (excludedUntil ?? breakUntil) !== null);
  // Lists of staff need the width.
  useChatClosed(useCurrentSection() === 'admin');
  const isPushOffered = usePushOffer(({ category }) => category !== undefined);
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
      <MountWhenOpened isOpen={isPushOffered}>
        <PushOffer />
      </MountWhenOpened>
      <NavigationProgress />
      <SideRail />
      <div className={clsx('pt-top-bar pb-bottom-bar lg:pl-rail', isChatOpen ? 'lg:pr-chat' : CHAT_TAB_SPACE)}>
        <AnnouncementBar />
        <main
          id="content"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--top-bar))] px-3 pt-4 md:px-5 md:pt-5 xl:px-6 xl:pt-6 2xl:px-8"
        >
          <MountWhenOpened isOpen={isResting}>
            <RestLine isShownBelow={page === 'saferPlay'} />
          </MountWhenOpened>
          <RouteFade />
        </main>
        <Footer />
      </div>
      <ChatDock />
      <BottomBar />
      <ModalHost />
      <Toasts />
      <CanonicalLink />
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/** Shows that the next page is loading: the previous one stays until the code of the next has arrived. */
function NavigationProgress() {
  const { state } = useNavigation();
  return state === 'loading' && <DelayedSpinner />;
}

function DelayedSpinner() {
  const t = useText();
  return (
    useDelayed() && (
      <p
        role="status"
        className="pop-surface motion-route pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar)+8px)] z-50 mx-auto w-fit rounded-full p-2 text-primary"
      >
        <Spinner size={24} />
        <span className="sr-only">{t.views.loading}</span>
      </p>
    )
  );
}

/** Every full load has the same key, so the URL distinguishes a reload from another page, which starts at the top. */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
}

/** Sections with their own header or menu: only the content below it fades. */
const sectionsWithHeader: ReadonlySet<string | undefined> = new Set(['profile', 'admin']);

function RouteFade() {
  const { key, pathname } = useLocation();
  const current = useCurrentSection();
  const section = sectionsWithHeader.has(current) ? current : pathname;
  return (
    // The first page is shown without a fade, which would only delay it.
    <div
      key={section}
      className={clsx('mx-auto', current !== 'admin' && 'max-w-370', key !== 'default' && 'motion-route')}
    >
      <Outlet />
    </div>
  );
}

function useDocumentTitle(): void {
  const t = useText();
  const page = useCurrentPage();
  const unread = useNotifications(({ notifications }) => notifications.filter(({ isRead }) => !isRead).length);
  const title = t.documentTitle(page?.title(t, page.params) ?? t.views.notFound, unread);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

/** A page with a Turkish path has the same canonical URL. */
function CanonicalLink() {
  const current = useCurrentPage();
  if (!current) return null;
  return <link rel="canonical" href={window.location.origin + generatePath(pages[current.page], current.params)} />;
}

/** Shown while the connection is lost. It floats, so that nothing moves when it appears. */
function OfflineBanner() {
  const t = useText();
  const isLost = useConnection((connection) => connection.isLost);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--top-bar)+8px)] z-50 flex justify-center px-3"
    >
      {isLost && (
        <p className="pop-surface motion-route flex items-center gap-2.5 rounded-full border-warn/40 px-4 py-2 text-card font-semibold text-warn">
          <WifiOff size={16} aria-hidden />
          {t.offline.lost}
        </p>
      )}
    </div>
  );
}
