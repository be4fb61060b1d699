import { pages } from '@karat/contract/pages';
import clsx from 'clsx';
import {
  ArrowLeftRight,
  BellRing,
  Box,
  ChartColumn,
  CircleDot,
  Crosshair,
  Handshake,
  LifeBuoy,
  LockKeyhole,
  type LucideIcon,
  Scale,
  ScrollText,
  Server,
  Store,
  Tags,
  Target,
  ToggleRight,
  Users,
} from 'lucide-react';
import { type ComponentType, Suspense, lazy, useEffect, useRef } from 'react';
import { Link, Navigate } from 'react-router';
import { isStaffPage, type StaffPage, useMayOpen } from '#core/admin-pages.ts';
import { useMay } from '#core/staff.ts';
import { AdminSearch } from '#features/search/admin-search.tsx';
import { AdminMaintenanceNote } from '#features/switches/admin-maintenance-note.tsx';
import { AdminWaitingMark } from '#features/tickets/admin-waiting-mark.tsx';
import { useText } from '#i18n/i18n.ts';
import { langAttribute } from '#i18n/lang-attribute.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { useStaffText } from '#i18n/staff/staff-text.ts';
import { LoadingView, StateView } from '#ui/views.tsx';
import { useCurrentPage } from './navigation.ts';

type Tab = { page: StaffPage; icon: LucideIcon; label: (t: Catalogue) => string };

/** The eight tabs, in the specification's order. The panel opens with the first. */
const tabs: readonly Tab[] = [
  { page: 'admin', icon: LifeBuoy, label: (t) => t.admin.tickets },
  { page: 'adminTransactions', icon: ArrowLeftRight, label: (t) => t.admin.transactions },
  { page: 'adminItems', icon: Crosshair, label: (t) => t.admin.items },
  { page: 'adminCases', icon: Box, label: (t) => t.admin.cases },
  { page: 'adminUsers', icon: Users, label: (t) => t.admin.users },
  { page: 'adminGames', icon: CircleDot, label: (t) => t.admin.games },
  { page: 'adminLogs', icon: ScrollText, label: (t) => t.admin.logs },
  { page: 'adminMissions', icon: Target, label: (t) => t.admin.missions },
];

/** Pages for which the specification has no tab. They are listed below the tabs, so that each is one click away. */
const morePages: readonly Tab[] = [
  { page: 'adminReports', icon: ChartColumn, label: (t) => t.admin.reports },
  { page: 'adminAdjustments', icon: Scale, label: (t) => t.admin.adjustments },
  { page: 'adminTrades', icon: Handshake, label: (t) => t.admin.trades },
  { page: 'adminListings', icon: Store, label: (t) => t.admin.listings },
  { page: 'adminPrices', icon: Tags, label: (t) => t.admin.prices },
  { page: 'adminServer', icon: Server, label: (t) => t.admin.server },
  { page: 'adminSwitches', icon: ToggleRight, label: (t) => t.admin.switches },
  { page: 'adminAlarms', icon: BellRing, label: (t) => t.admin.alarms },
];

/** The tab that a detail page belongs to. */
const tabOfDetail: Partial<Record<StaffPage, StaffPage>> = {
  adminGame: 'adminGames',
  adminUser: 'adminUsers',
  adminTransaction: 'adminTransactions',
  adminReportRows: 'adminReports',
  adminReportSkins: 'adminReports',
};

/** The component of each page. */
const pageComponents: Readonly<Record<StaffPage, ComponentType>> = {
  admin: lazy(async () => ({
    default: (await import('#features/tickets/admin-tickets-tab.tsx')).AdminTicketsTab,
  })),
  adminTransactions: lazy(async () => ({
    default: (await import('#features/wallet/admin-transactions-tab.tsx')).AdminTransactionsTab,
  })),
  adminTransaction: lazy(async () => ({
    default: (await import('#features/wallet/admin-transaction-page.tsx')).AdminTransactionPage,
  })),
  adminListings: lazy(async () => ({
    default: (await import('#features/market/admin-listings-page.tsx')).AdminListingsPage,
  })),
  adminPrices: lazy(async () => ({
    default: (await import('#features/prices/admin-prices-page.tsx')).AdminPricesPage,
  })),
  adminItems: lazy(async () => ({ default: (await import('#features/items/admin-items-tab.tsx')).AdminItemsTab })),
  adminCases: lazy(async () => ({
    default: (await import('#features/cases/admin-cases-tab.tsx')).AdminCasesTab,
  })),
  adminUsers: lazy(async () => ({ default: (await import('#features/users/admin-users-tab.tsx')).AdminUsersTab })),
  adminUser: lazy(async () => ({ default: (await import('./admin-user-route.tsx')).AdminUserRoute })),
  adminGames: lazy(async () => ({
    default: (await import('./admin-games-route.tsx')).AdminGamesRoute,
  })),
  adminGame: lazy(async () => ({
    default: (await import('#features/roulette/admin-game-page.tsx')).AdminGamePage,
  })),
  adminServer: lazy(async () => ({
    default: (await import('#features/servers/admin-server-page.tsx')).AdminServerPage,
  })),
  adminTrades: lazy(async () => ({
    default: (await import('#features/trades/admin-trades-page.tsx')).AdminTradesPage,
  })),
  adminReports: lazy(async () => ({
    default: (await import('#features/reports/admin-reports-page.tsx')).AdminReportsPage,
  })),
  adminReportRows: lazy(async () => ({
    default: (await import('#features/reports/admin-report-rows-page.tsx')).AdminReportRowsPage,
  })),
  adminReportSkins: lazy(async () => ({
    default: (await import('#features/reports/admin-report-skins-page.tsx')).AdminReportSkinsPage,
  })),
  adminAdjustments: lazy(async () => ({
    default: (await import('#features/adjustments/admin-adjustments-page.tsx')).AdminAdjustmentsPage,
  })),
  adminSwitches: lazy(async () => ({
    default: (await import('#features/switches/admin-switches-tab.tsx')).AdminSwitchesTab,
  })),
  adminAlarms: lazy(async () => ({
    default: (await import('#features/alarms/admin-alarms-page.tsx')).AdminAlarmsPage,
  })),
  adminMissions: lazy(async () => ({
    default: (await import('#features/missions/admin-missions-tab.tsx')).AdminMissionsTab,
  })),
  adminLogs: lazy(async () => ({ default: (await import('#features/logs/admin-logs-tab.tsx')).AdminLogsTab })),
};

function useStaffPage(): StaffPage {
  const page = useCurrentPage()?.page ?? 'admin';
  return isStaffPage(page) ? page : 'admin';
}

/** The admin panel, with the pages that the role allows. Its first page opens for every role, as the first page that it has. */
export function AdminPage() {
  const t = useText();
  const page = useStaffPage();
  const mayOpen = useMayOpen();
  const mayLookUp = useMay('lookUps');
  const first = [...tabs, ...morePages].find((tab) => mayOpen(tab.page));
  if (page === 'admin' && !mayOpen(page) && first !== undefined) return <Navigate to={pages[first.page]} replace />;
  const PageComponent = mayOpen(page) ? pageComponents[page] : NotAllowed;
  return (
    <div className="@container">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 @3xl:mb-5">
        <p lang={langAttribute(t.admin.title)} className="text-card font-semibold text-fg-3">
          {t.admin.title}
        </p>
        {mayLookUp && <AdminSearch />}
      </div>
      <div className="@3xl:grid @3xl:grid-cols-[10.5rem_minmax(0,1fr)] @3xl:gap-6">
        <AdminMenu current={tabOfDetail[page] ?? page} />
        <section className="min-w-0">
          <AdminMaintenanceNote />
          <Suspense fallback={<LoadingView />}>
            <PageComponent key={page} />
          </Suspense>
        </section>
      </div>
    </div>
  );
}

function NotAllowed() {
  const staff = useStaffText();
  return (
    <section className="surface">
      <StateView icon={LockKeyhole} title={staff.notAllowed} text={staff.notAllowedHint} />
    </section>
  );
}

/** On the left if there is room, else one row that scrolls sideways. */
function AdminMenu({ current }: { current: StaffPage }) {
  const staff = useStaffText();
  const mayOpen = useMayOpen();
  const [shownTabs, shownPages] = [tabs, morePages].map((list) => list.filter((tab) => mayOpen(tab.page)));
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    menu.current?.querySelector(`[data-tab=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <div
      ref={menu}
      className={clsx(
        'scrollbar-none mb-5 flex gap-1 overflow-x-auto px-3 py-1 @max-3xl:-mx-3 md:@max-3xl:-mx-5 md:@max-3xl:px-5',
        '@3xl:sticky @3xl:top-[calc(var(--top-bar)+1.5rem)] @3xl:mb-0 @3xl:max-h-[calc(100dvh-var(--top-bar)-3rem)] @3xl:flex-col',
        '@3xl:gap-3 @3xl:self-start @3xl:overflow-x-hidden @3xl:overflow-y-auto @3xl:p-0',
      )}
    >
      <TabList label={staff.tabsLabel} entries={shownTabs!} current={current} />
      {shownPages!.length > 0 && (
        <>
          <span aria-hidden className="my-2 w-px shrink-0 bg-line @3xl:mx-3 @3xl:my-0 @3xl:h-px @3xl:w-auto" />
          <TabList label={staff.moreLabel} entries={shownPages!} current={current} />
        </>
      )}
    </div>
  );
}

type TabListProps = { label: string; entries: readonly Tab[]; current: StaffPage };

function TabList({ label: name, entries, current }: TabListProps) {
  const t = useText();
  return (
    <nav aria-label={name}>
      <ul className="flex gap-1 @3xl:flex-col">
        {entries.map(({ page, icon: Icon, label }) => (
          <li key={page}>
            <Link
              to={pages[page]}
              data-tab={page}
              aria-current={page === current ? 'page' : undefined}
              className={clsx(
                'relative flex h-11 items-center gap-2.5 rounded-md px-3 font-semibold whitespace-nowrap transition-colors duration-140 focus-visible:-outline-offset-2 @3xl:h-auto @3xl:min-h-10 @3xl:py-1.5 @3xl:leading-5 @3xl:whitespace-normal',
                page === current ? 'bg-primary/14 text-fg' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
              )}
            >
              <Icon
                size={18}
                strokeWidth={1.75}
                aria-hidden
                className={clsx('shrink-0', page === current ? 'text-primary' : 'text-fg-3')}
              />
              {label(t)}
              {page === 'admin' && <AdminWaitingMark />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
