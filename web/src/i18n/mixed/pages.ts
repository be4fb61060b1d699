/** Titles of pages and other texts of them that the shell shows. The rest of a page’s texts is in its feature. */
export const pages = {
  home: {
    title: 'Duellos',
  },
  room: {
    title: 'Match room',
  },
  cases: {
    title: 'Cases',
    goBack: 'Go back to cases',
    heading: (name: string) => `Case: ${name}`,
    missing: 'This case does not exist.',
    missingHint: 'It may have been renamed or removed.',
  },
  market: {
    title: 'Market Place',
    item: 'Market Place: skin',
    listings: 'My listings',
  },
  inventory: {
    title: 'My Inventory',
  },
  leaderboard: {
    title: 'Leaderboard',
  },
  roulette: {
    title: 'Roulette',
    red: 'red',
    black: 'black',
    green: 'green',
  },
  missions: {
    title: 'Missions',
  },
  support: {
    title: 'Support',
    ticketTitle: 'Support ticket',
  },
  faq: {
    title: 'F.A.Q',
  },
  /** Titles of the fairness pages. Their other texts load with them. */
  fairness: {
    title: 'Provably fair',
    roll: (id: string) => `Roll ${id}`,
    round: (id: string) => `Round ${id}`,
    odds: (name: string) => `Odds: ${name}`,
  },
  profile: {
    title: 'My Profile',
    saferPlay: 'Safer play',
    seeLimits: 'See your limits',
    rating: (elo: string) => `Rating ${elo}`,
  },
  player: {
    title: (username: string) => `Player: ${username}`,
  },
  sharing: {
    drop: 'Shared drop',
    match: 'Shared match',
  },
  security: {
    title: 'Security',
    linkSteam: 'Link Steam',
  },
  emails: {
    reset: 'Reset password',
    confirm: 'Confirm e-mail',
  },
  history: {
    title: 'Game history',
  },
  admin: {
    title: 'Admin panel',
    tabTitle: (tab: string) => `${tab} · Admin`,
    tickets: 'Support tickets',
    ticketsTitle: 'Ticketlar',
    transactions: 'Transactions',
    items: 'Items',
    cases: 'Cases',
    users: 'Users',
    games: 'Games',
    logs: 'Logs',
    missions: 'Missions',
    server: 'Game server',
    listings: 'Listings',
    trades: 'Trade offers',
    prices: 'Prices',
    reports: 'Reports',
    adjustments: 'Adjustments',
    switches: 'Switches',
    alarms: 'Alarms',
  },
};
