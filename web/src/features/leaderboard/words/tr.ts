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
  emptyHint: 'Bir maç kazanın, ilk siz olun.',
  found: (count) => plural(count, { other: 'oyuncu' }),
  yourPlace: 'Sıranız',
  first: 'Birinci sıra',
  unranked: 'Sıralamaya girmek için bir maç kazanın.',
  top: 'En iyi oyuncular',
  topEmpty: 'Henüz maç kazanan yok. İlk kazanan başa geçer.',
  winCount: (count) => plural(count, { other: 'galibiyet' }),
};
