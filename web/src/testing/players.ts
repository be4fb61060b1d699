import type { PublicProfile, RatedMatch } from '@karat/contract/profile';

/** The ratings after `count` matches: 1.010, 1.020, and so on. */
export const exampleCurve = (count: number): RatedMatch[] =>
  Array.from({ length: count }, (_, index) => ({
    match: index + 1,
    elo: 1_010 + 10 * index,
    change: 10,
    day: `2026-03-${String(Math.min(28, index + 1)).padStart(2, '0')}`,
  }));

/** A player who hides nothing and has everything. */
export const exampleProfile: PublicProfile = {
  username: 'Lena',
  avatar: '/img/avatar/lena.svg',
  isSandbox: false,
  isHidden: false,
  elo: 2_612,
  place: 1,
  memberSince: '2026-03-03T14:05:09.000Z',
  totals: { matches: 97, wins: 61, kills: 1_310, deaths: 1_000 },
  ratingCurve: exampleCurve(40),
  bestDrops: [
    {
      market_hash_name: '★ Karambit | Doppler (Factory New)',
      image: '/img/skin/1-256.webp',
      skinRarity: 'Exceedingly Rare',
      price: 203_138,
      caseName: 'Flint',
    },
  ],
  lastMatches: [
    {
      roomId: 12,
      map: 'aim_redline',
      player_count: '1v1',
      isWon: true,
      ownScore: 8,
      opponentScore: 6,
      eloChange: 24,
      opponents: [{ username: 'Ada', isSandbox: false }],
      endedAt: '2026-03-03T14:05:09.000Z',
    },
    {
      roomId: 11,
      map: 'awp_lego',
      player_count: '2v2',
      isWon: false,
      ownScore: 5,
      opponentScore: 8,
      eloChange: -14,
      opponents: [
        { username: 'Kaan', isSandbox: true },
        { username: 'Nora', isSandbox: false },
      ],
      endedAt: '2026-03-02T14:05:09.000Z',
    },
  ],
  missions: { completed: 4, latest: [{ id: 1, title: 'Open ten', image: '/img/mission/case-256.webp', times: 4 }] },
};
