import { plural } from '#i18n/plural.ts';

/** Texts of the leaderboard in the default language. */
export const mixedLeaderboard = {
  place: '#',
  level: 'Level',
  username: 'Username',
  kills: 'Kills',
  wins: 'Wins',
  empty: 'Nobody is on the leaderboard yet.',
  emptyHint: 'Win a match to be the first.',
  found: (count: number) => plural(count, { one: 'player', other: 'players' }),
  yourPlace: 'Your place',
  first: 'First place',
  unranked: 'Win a match to enter the leaderboard.',
  top: 'Top players',
  topEmpty: 'No matches won yet. The first winner leads.',
  winCount: (count: number) => plural(count, { one: 'win', other: 'wins' }),
};

export type LeaderboardCatalogue = typeof mixedLeaderboard;
