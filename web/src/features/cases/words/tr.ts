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
  paused: 'Duraklatıldı',
};
