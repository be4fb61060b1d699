import { type PageName, pages } from '@karat/contract/pages';
import clsx from 'clsx';
import {
  ArrowLeftRight,
  Box,
  ChartColumn,
  CircleDot,
  Crosshair,
  LifeBuoy,
  type LucideIcon,
  Scale,
  ScrollText,
  Target,
  Users,
} from 'lucide-react';
import { type ComponentType, Suspense, lazy, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { AdminWaitingMark } from '#features/tickets/admin-waiting-mark.tsx';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { useText } from '#i18n/i18n.ts';
import { langOf } from '#i18n/lang-of.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { LoadingView } from '#ui/views.tsx';
import { useCurrentPage } from './navigation.ts';

type Tab = { page: PageName; icon: LucideIcon; label: (t: Catalogue) => string };

/** The eight tabs, in the specification's order; the first is the one that the panel opens with. */
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

/** The tab that a page of a single record belongs to. */
const tabOfDetail: Partial<Record<PageName, PageName>> = {
  adminGame: 'adminGames',
  adminServer: 'adminGames',
  adminUser: 'adminUsers',
  adminTransaction: 'adminTransactions',
  adminListings: 'adminTransactions',
  adminTrades: 'adminTransactions',
  adminPrices: 'adminItems',
};

/** What each feature brings. */
const parts: Partial<Record<PageName, ComponentType>> = {
  admin: lazy(async () => ({
    default: (await import('#features/tickets/admin-tickets-tab.tsx')).AdminTicketsTab,
  })),
  adminTransactions: lazy(async () => ({
    default: (await import('#features/transactions/admin-transactions-tab.tsx')).AdminTransactionsTab,
  })),
  adminTransaction: lazy(async () => ({
    default: (await import('#features/transactions/admin-transaction-page.tsx')).AdminTransactionPage,
  })),
  adminListings: lazy(async () => ({
    default: (await import('#features/market-desk/admin-listings-page.tsx')).AdminListingsPage,
  })),
  adminPrices: lazy(async () => ({
    default: (await import('#features/prices/admin-prices-page.tsx')).AdminPricesPage,
  })),
  adminItems: lazy(async () => ({ default: (await import('#features/items/admin-items-tab.tsx')).AdminItemsTab })),
  adminCases: lazy(async () => ({
    default: (await import('#features/case-editor/admin-cases-tab.tsx')).AdminCasesTab,
  })),
  adminUsers: lazy(async () => ({ default: (await import('#features/users/admin-users-tab.tsx')).AdminUsersTab })),
  adminUser: lazy(async () => ({ default: (await import('./admin-user-route.tsx')).AdminUserRoute })),
  adminGames: lazy(async () => ({
    default: (await import('#features/roulette/admin-games-tab.tsx')).AdminGamesTab,
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
  adminAdjustments: lazy(async () => ({
    default: (await import('#features/adjustments/admin-adjustments-page.tsx')).AdminAdjustmentsPage,
  })),
  adminMissions: lazy(async () => ({
    default: (await import('#features/missions/admin-missions-tab.tsx')).AdminMissionsTab,
  })),
  adminLogs: lazy(async () => ({ default: (await import('#features/logs/admin-logs-tab.tsx')).AdminLogsTab })),
};

/** Where staff find the tools of every feature. */
export function AdminPage() {
  const page = useCurrentPage()?.page ?? 'admin';
  const Part = parts[page];
  return (
    <div className="@container">
      <PanelHeading current={page} />
      <div className="@3xl:grid @3xl:grid-cols-[10.5rem_minmax(0,1fr)] @3xl:gap-6">
        <AdminMenu current={tabOfDetail[page] ?? page} />
        <section className="min-w-0">
          <Suspense fallback={<LoadingView />}>{Part && <Part key={page} />}</Suspense>
        </section>
      </div>
    </div>
  );
}

/** Above the tabs: where this is, and what is about all of them. */
function PanelHeading({ current }: { current: PageName }) {
  const t = useText();
  const desk = useDeskText();
  const links = [
    { page: 'adminReports', icon: ChartColumn, label: t.admin.reports },
    { page: 'adminAdjustments', icon: Scale, label: t.admin.adjustments },
  ] as const;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 @3xl:mb-5">
      <p lang={langOf(t.admin.title)} className="mr-auto text-card font-semibold text-fg-3">
        {t.admin.title}
      </p>
      <nav aria-label={desk.reports.linksLabel} className="flex flex-wrap gap-1">
        {links.map(({ page, icon: Icon, label }) => (
          <Link
            key={page}
            to={pages[page]}
            aria-current={page === current ? 'page' : undefined}
            className={clsx(
              'hit-area relative flex h-9 items-center gap-2 rounded-md px-2.5 text-card font-semibold transition-colors duration-140',
              page === current ? 'bg-primary/14 text-fg' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
            )}
          >
            <Icon size={16} aria-hidden className={page === current ? 'text-primary' : 'text-fg-3'} />
            {label}
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** On the left where there is room for it, else one line that scrolls sideways. */
function AdminMenu({ current }: { current: PageName }) {
  const t = useText();
  const desk = useDeskText();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-tab=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      aria-label={desk.tabsLabel}
      className="mb-5 @max-3xl:-mx-3 md:@max-3xl:-mx-5 @3xl:sticky @3xl:top-[calc(var(--top-bar)+1.5rem)] @3xl:mb-0 @3xl:self-start"
    >
      <ul
        ref={list}
        className="scrollbar-none flex gap-1 overflow-x-auto px-3 py-1 md:@max-3xl:px-5 @3xl:flex-col @3xl:overflow-visible @3xl:p-0"
      >
        {tabs.map(({ page, icon: Icon, label }) => (
          <li key={page}>
            <Link
              to={pages[page]}
              data-tab={page}
              aria-current={page === current ? 'page' : undefined}
              className={clsx(
                'relative flex h-11 items-center gap-2.5 rounded-md px-3 font-semibold whitespace-nowrap transition-colors duration-140 @3xl:h-10',
                page === current ? 'bg-primary/14 text-fg' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
              )}
            >
              <Icon
                size={18}
                strokeWidth={1.75}
                aria-hidden
                className={page === current ? 'text-primary' : 'text-fg-3'}
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
