import { type PageName, pageAliases, pages } from '@karat/contract/pages';
import type { ComponentType } from 'react';
import { type RouteObject, createBrowserRouter } from 'react-router';
import type { Catalogue } from '#i18n/mixed.ts';
import { LoadingView, NotFoundView } from '#ui/views.tsx';
import { RequireAdmin } from './require-admin.tsx';
import { Layout } from './layout.tsx';
import type { PageHandle } from './navigation.ts';
import { RequirePlayer } from './require-player.tsx';
import { RouteError } from './route-error.tsx';

type Load = () => Promise<ComponentType>;

/** A page under its canonical path and, if it has one, its Turkish path. Each loads on its first visit. */
function page(name: PageName, title: PageHandle['title'], load: Load): RouteObject[] {
  return withAlias(name, {
    handle: { page: name, title } satisfies PageHandle,
    lazy: async () => ({ Component: await load() }),
  });
}

/** `RequireAdmin` loads the panel itself, so that only staff download its code. */
function adminPage(name: PageName, tab: (t: Catalogue) => string): RouteObject[] {
  const handle: PageHandle = { page: name, title: (t) => t.admin.tabTitle(tab(t)) };
  return withAlias(name, { handle, element: <RequireAdmin /> });
}

function withAlias(name: PageName, route: RouteObject): RouteObject[] {
  const aliases: Partial<Record<PageName, string>> = pageAliases;
  return [pages[name], aliases[name]].flatMap((path) => (path === undefined ? [] : [{ ...route, path }]));
}

const profilePages: RouteObject = {
  lazy: async () => ({ Component: (await import('#features/profile/profile-layout.tsx')).ProfileLayout }),
  children: [
    ...page(
      'profile',
      (t) => t.profile.title,
      async () => (await import('#features/profile/profile-page.tsx')).ProfilePage,
    ),
    ...page(
      'security',
      (t) => t.security.title,
      async () => (await import('#features/profile/security-page.tsx')).SecurityPage,
    ),
    ...page(
      'history',
      (t) => t.history.title,
      async () => (await import('#features/profile/history-page.tsx')).HistoryPage,
    ),
    ...page(
      'saferPlay',
      (t) => t.profile.saferPlay,
      async () => (await import('#features/safer-play/safer-play-page.tsx')).SaferPlayPage,
    ),
  ],
};

const playerPages: RouteObject = {
  element: <RequirePlayer />,
  children: [
    profilePages,
    ...page(
      'confirmEmail',
      (t) => t.emails.confirm,
      async () => (await import('#features/emails/confirm-email-page.tsx')).ConfirmEmailPage,
    ),
    ...page(
      'inventory',
      (t) => t.inventory.title,
      async () => (await import('#features/inventory/inventory-page.tsx')).InventoryPage,
    ),
    ...page(
      'listings',
      (t) => t.market.listings,
      async () => (await import('#features/market/listings-page.tsx')).ListingsPage,
    ),
  ],
};

const sitePages: RouteObject[] = [
  ...page(
    'resetPassword',
    (t) => t.emails.reset,
    async () => (await import('#features/emails/reset-password-page.tsx')).ResetPasswordPage,
  ),
  ...page(
    'home',
    (t) => t.home.title,
    async () => (await import('./home-page.tsx')).HomePage,
  ),
  ...page(
    'room',
    (t) => t.room.title,
    async () => (await import('./room-route.tsx')).RoomRoute,
  ),
  ...page(
    'cases',
    (t) => t.cases.title,
    async () => (await import('#features/cases/cases-page.tsx')).CasesPage,
  ),
  ...page(
    'case',
    (t, { caseName = '' }) => t.cases.heading(caseName),
    async () => (await import('#features/openings/case-page.tsx')).CasePage,
  ),
  ...page(
    'caseOdds',
    (t, { caseName = '' }) => t.fairness.odds(caseName),
    async () => (await import('#features/fairness/odds-page.tsx')).OddsPage,
  ),
  ...page(
    'fair',
    (t) => t.fairness.title,
    async () => (await import('#features/fairness/fair-page.tsx')).FairPage,
  ),
  ...page(
    'roll',
    (t, { rollId = '' }) => t.fairness.roll(`#${rollId}`),
    async () => (await import('#features/fairness/roll-page.tsx')).RollPage,
  ),
  ...page(
    'round',
    (t, { roundId = '' }) => t.fairness.round(`#${roundId}`),
    async () => (await import('#features/fairness/round-page.tsx')).RoundPage,
  ),
  ...page(
    'market',
    (t) => t.market.title,
    async () => (await import('#features/market/market-page.tsx')).MarketPage,
  ),
  ...page(
    'marketItem',
    (t) => t.market.item,
    async () => (await import('#features/market/item-page.tsx')).ItemPage,
  ),
  ...page(
    'missions',
    (t) => t.missions.title,
    async () => (await import('#features/missions/missions-page.tsx')).MissionsPage,
  ),
  ...page(
    'roulette',
    (t) => t.roulette.title,
    async () => (await import('#features/roulette/roulette-page.tsx')).RoulettePage,
  ),
  ...page(
    'leaderboard',
    (t) => t.leaderboard.title,
    async () => (await import('#features/leaderboard/leaderboard-page.tsx')).LeaderboardPage,
  ),
  ...page(
    'player',
    (t, { username = '' }) => t.player.title(username),
    async () => (await import('#features/profile/player-page.tsx')).PlayerPage,
  ),
  ...page(
    'sharedDrop',
    (t) => t.sharing.drop,
    async () => (await import('#features/sharing/shared-drop-page.tsx')).SharedDropPage,
  ),
  ...page(
    'sharedMatch',
    (t) => t.sharing.match,
    async () => (await import('#features/sharing/shared-match-page.tsx')).SharedMatchPage,
  ),
  ...page(
    'support',
    (t) => t.support.title,
    async () => (await import('#features/tickets/tickets-page.tsx')).TicketsPage,
  ),
  ...page(
    'ticket',
    (t) => t.support.ticketTitle,
    async () => (await import('#features/tickets/ticket-page.tsx')).TicketPage,
  ),
  ...page(
    'faq',
    (t) => t.faq.title,
    async () => (await import('#features/faq/faq-page.tsx')).FaqPage,
  ),
];

const adminPages: RouteObject[] = [
  ...adminPage('admin', (t) => t.admin.tickets),
  ...adminPage('adminTransactions', (t) => t.admin.transactions),
  ...adminPage('adminItems', (t) => t.admin.items),
  ...adminPage('adminCases', (t) => t.admin.cases),
  ...adminPage('adminUsers', (t) => t.admin.users),
  ...adminPage('adminGames', (t) => t.admin.games),
  ...adminPage('adminLogs', (t) => t.admin.logs),
  ...adminPage('adminMissions', (t) => t.admin.missions),
  ...adminPage('adminGame', (t) => t.admin.games),
  ...adminPage('adminUser', (t) => t.admin.users),
  ...adminPage('adminTransaction', (t) => t.admin.transactions),
  ...adminPage('adminListings', (t) => t.admin.listings),
  ...adminPage('adminTrades', (t) => t.admin.trades),
  ...adminPage('adminPrices', (t) => t.admin.prices),
  ...adminPage('adminServer', (t) => t.admin.server),
  ...adminPage('adminAdjustments', (t) => t.admin.adjustments),
  ...adminPage('adminSwitches', (t) => t.admin.switches),
  ...adminPage('adminAlarms', (t) => t.admin.alarms),
  ...adminPage('adminReports', (t) => t.admin.reports),
  ...adminPage('adminReportRows', (t) => t.admin.reports),
  ...adminPage('adminReportSkins', (t) => t.admin.reports),
];

const kit: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/dev/kit', lazy: async () => ({ Component: (await import('./kit-page.tsx')).KitPage }) }]
  : [];

export function createRouter() {
  return createBrowserRouter([
    {
      element: <Layout />,
      errorElement: <RouteError />,
      children: [
        {
          errorElement: <RouteError />,
          HydrateFallback: LoadingView,
          children: [playerPages, ...sitePages, ...adminPages, ...kit, { path: '*', element: <NotFoundView /> }],
        },
      ],
    },
  ]);
}
