/** Every page of the app, by its canonical path; the router draws them, the server knows them from a mistyped address. */
export const pages = {
  home: '/',
  cases: '/cases',
  case: '/case/:caseName',
  caseOdds: '/case/:caseName/odds',
  fair: '/fair',
  roll: '/fair/roll/:rollId',
  round: '/fair/round/:roundId',
  market: '/market',
  missions: '/missions',
  roulette: '/roulette',
  leaderboard: '/leaderboard',
  inventory: '/inventory',
  profile: '/profile',
  security: '/security',
  history: '/oyungecmisim',
  support: '/support',
  ticket: '/support/:ticketId',
  room: '/room/:roomId',
  faq: '/faq',
  admin: '/admin',
  adminTransactions: '/admin/transactions',
  adminItems: '/admin/items',
  adminCases: '/admin/cases',
  adminUsers: '/admin/users',
  adminGames: '/admin/games',
  adminLogs: '/admin/logs',
  adminMissions: '/admin/missions',
  adminGame: '/admin/game/:gameId',
  adminUser: '/admin/user/:userId',
  adminTransaction: '/admin/transaction/:transactionId',
  adminServer: '/admin/server',
} as const;

export type PageName = keyof typeof pages;

/** The Turkish addresses of some pages: the same page, one canonical link. */
export const pageAliases = {
  profile: '/profilim',
  security: '/guvenlik',
  support: '/destek',
  ticket: '/destek/:ticketId',
  adminGame: '/admin/oyun/:gameId',
  adminUser: '/admin/kullanici/:userId',
  adminTransaction: '/admin/islem/:transactionId',
} as const satisfies Partial<Record<PageName, string>>;
