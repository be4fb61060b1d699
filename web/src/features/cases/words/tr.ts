import { formatNumber } from '#i18n/format.ts';
import { plural } from '#i18n/plural.ts';
import type { CasesCatalogue } from './mixed.ts';

/** Texts of the list of cases in Turkish. */
export const trCases: CasesCatalogue = {
  open: 'AÇ',
  searchPlaceholder: 'Kasalarda ara',
  empty: 'Henüz kasa yok.',
  emptyHint: 'Her kasa, siz açmadan önce oranlarını ve site avantajını gösterir.',
  noneFound: (query) => `“${query}” ile eşleşen kasa yok.`,
  noneFoundHint: 'Başka bir kelime deneyin ya da tüm kasaları gösterin.',
  showAll: 'Tüm kasaları göster',
  noneInRange: 'Bu fiyat aralığında kasa yok.',
  noneInRangeHint: 'Başka bir fiyat seçin ya da tüm kasaları gösterin.',
  price: 'Fiyat',
  anyPrice: 'Tüm fiyatlar',
  priceUpTo: (max) => `En fazla ${max}`,
  priceBetween: (min, max) => `${min}–${max}`,
  priceFrom: (min) => `${min} ve üzeri`,
  caseCount: (count) => plural(count, { other: 'kasa' }),
  startHere: 'Buradan başlayın',
  paused: 'Duraklatıldı',
  rowLead: 'Ucuzdan pahalıya. Oranlar her kasanın sayfasında.',
  allOf: (count) => `Tüm kasalar (${formatNumber(count)})`,
};
