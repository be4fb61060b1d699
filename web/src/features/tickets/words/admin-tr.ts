import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  tickets: {
    filterLabel: 'Duruma göre talepler',
    all: 'Hepsi',
    open: 'Açık',
    closed: 'Kapalı',
    listLabel: 'Oyuncuların talepleri',
    none: 'Talep yok.',
    noneOpen: 'Açık talep yok.',
    noneClosed: 'Kapalı talep yok.',
    noneHint: 'Oyuncuların talepleri burada görünür, okunmayanlar başta.',
    unreadTab: 'okunmamış talepler var',
    failed: 'Veriler alınırken bir hata oluştu.',
  },
};
