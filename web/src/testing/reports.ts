import type { AdjustmentRequest } from '@karat/contract/adjustments';
import type { Alert, GameReturn, Report, ReportDay, ReportFigures } from '@karat/contract/reports';

export const noFigures: ReportFigures = {
  cases: 0,
  roulette: 0,
  duels: 0,
  market: 0,
  missions: 0,
  promo: 0,
  losses: 0,
  profit: 0,
  deposits: 0,
  reversals: 0,
  withdrawals: 0,
  adjustments: 0,
  movements: 0,
  sandbox: 0,
  skins: 0,
  net: 0,
};

export const reportDay = (date: string, overrides: Partial<ReportDay> = {}): ReportDay => ({
  date,
  ...noFigures,
  ...overrides,
});

export const reportOf = (days: ReportDay[], overrides: Partial<Report> = {}): Report => ({
  from: days[0]!.date,
  to: days.at(-1)!.date,
  players: 'all',
  days,
  totals: noFigures,
  liability: { balances: 700, skins: 200, skinsWithdrawn: 225, stakes: 100, total: 1_025, buyOrders: 0 },
  pendingOffers: 0,
  waitingAdjustments: 0,
  at: '2026-03-03T12:00:00.000Z',
  ...overrides,
});

export const gameReturn = (overrides: Partial<GameReturn> = {}): GameReturn => ({
  game: 'case',
  name: 'Flint',
  games: 5_000,
  staked: 100_000,
  returned: 91_000,
  actual: 0.91,
  theoretical: 0.9,
  houseEdge: 12.87,
  withdrawalEdge: 2.99,
  near: { low: 0.88, high: 0.92 },
  far: { low: 0.86, high: 0.94 },
  verdict: 'fits',
  ...overrides,
});

export const exampleAlert = (overrides: Partial<Alert> & Pick<Alert, 'kind'>): Alert => ({
  level: 'warn',
  link: '/admin/logs',
  users: [],
  count: 1,
  subject: '',
  play: null,
  price: null,
  flow: null,
  changed: null,
  since: null,
  ...overrides,
});

export const adjustmentRequest = (id: number, overrides: Partial<AdjustmentRequest> = {}): AdjustmentRequest => ({
  id,
  kind: 'balance',
  state: 'waiting',
  subject: null,
  changes: [],
  user: { id: 7, username: 'kaan_tr', isSandbox: false, balance: 1_000 },
  amount: 250_000,
  reason: 'Prize of the summer cup',
  askedBy: { id: 2, username: 'boss', isSandbox: false },
  createdAt: '2026-03-03T12:00:00.000Z',
  decidedBy: null,
  decisionReason: null,
  decidedAt: null,
  ...overrides,
});
