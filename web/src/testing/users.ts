import type { User, UserBet, UserInfo, UserTotals } from '@karat/contract/users';

/** An account, as staff see it in lists. */
export const exampleUser = (id: number, overrides: Partial<User> = {}): User => ({
  id,
  username: `user_${id}`,
  email: `user_${id}@karat.test`,
  avatar: `/img/avatar/user_${id}.svg`,
  role: 'user',
  isAdmin: false,
  staffRole: null,
  balance: 1_500,
  state: 'active',
  isSandbox: false,
  createdAt: '2026-03-03T14:05:09.000Z',
  ...overrides,
});

/** The data of the user page. */
export const exampleUserInfo = (id: number, overrides: Partial<UserInfo> = {}): UserInfo => ({
  ...exampleUser(id),
  steamId: null,
  elo: 1_250,
  level: 2,
  lastSeenAt: '2026-03-04T10:00:00.000Z',
  isOnline: false,
  sessions: 2,
  hasSecondFactor: false,
  ban: null,
  mutedUntil: null,
  flaggedAt: null,
  flaggedFor: null,
  breakUntil: null,
  excludedUntil: null,
  storedExclusionUntil: null,
  ageConfirmedAt: '2026-03-03T14:05:09.000Z',
  ...overrides,
});

/** A winning bet of a user on red. */
export const exampleUserBet = (id: number, overrides: Partial<UserBet> = {}): UserBet => ({
  id,
  createdAt: '2026-03-03T14:05:09.000Z',
  username: 'user_7',
  isSandbox: false,
  game: 'roulette',
  amount: 1_000,
  choice: 'red',
  playerBet: 'red',
  winAmount: 2_000,
  item: null,
  isRefunded: false,
  roundId: 12,
  reference: 12,
  ...overrides,
});

/** The totals of a user who has lost 1.100 diamonds. */
export const exampleUserTotals: UserTotals = {
  deposited: 5_000,
  withdrawn: 1_200,
  wagered: 12_500,
  won: 11_400,
  net: -1_100,
  held: 300,
};
