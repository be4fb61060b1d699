import { plural } from '#i18n/plural.ts';
import type { LeaderboardCatalogue } from './mixed.ts';

/** Texts of the leaderboard in Turkish. */
export const trLeaderboard: LeaderboardCatalogue = {
  place: '#',
  level: 'Seviye',
  username: 'Kullanıcı adı',
  kills: 'Öldürme',
  wins: 'Galibiyet',
  empty: 'Sıralamada henüz kimse yok.',
  emptyHint: 'Buraya girmek için ilk maçı kazanın.',
  found: (count) => plural(count, { other: 'oyuncu' }),
  own: 'Sizin yeriniz',
  first: 'Birinci',
  unranked: 'Sıralamaya girmek için bir maç kazanın.',
};
