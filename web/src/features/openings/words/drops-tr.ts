import { formatNumber } from '#i18n/format.ts';
import type { DropsCatalogue } from './drops-mixed.ts';

/** Texts of the feed of drops in Turkish. */
export const trDrops: DropsCatalogue = {
  proof: 'Bu çekilişin kanıtı',
  label: 'Canlı ödüller',
  live: 'CANLI',
  drops: 'ÖDÜLLER',
  empty: 'Henüz kasa açılmadı. İlk ödül burada görünecek.',
  wonBy: (item, username, caseName) => `${item}: ${username}, ${caseName} kasasından kazandı`,
  today: 'Bugün kazanılanlar',
  paidToWorth: 'ödenen → değer',
  todayEmpty: 'Bugün açılan hiçbir kasa fiyatından değerli çıkmadı. Oranlar her kasanın sayfasında.',
  todayFailed: 'Bugünün kazançları yüklenemedi.',
  todayFigures: (openings, gains) =>
    `Bugün açılan ${formatNumber(openings)} kasadan ${formatNumber(gains)} tanesi fiyatından değerli çıktı.`,
  paid: (diamonds) => `Ödenen ${diamonds}`,
  worth: (diamonds) => `değeri ${diamonds}`,
  proofOf: (item, username) => `Kanıt: ${item}, kazanan ${username}`,
};
