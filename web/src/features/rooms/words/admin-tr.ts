import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  title: 'Odalar',
  failed: 'Odalar yüklenemedi.',
  found: (count) => plural(count, { other: 'oda' }),
  none: 'Uyan oda yok.',
  noneHint: 'Açık ve bitmiş odalar, en yenisi başta, burada listelenir.',
  phase: 'Durum',
  phases: { active: 'Açık', finished: 'Bitti', cancelled: 'İptal edildi' },
  states: {
    WAITING: 'Bekliyor',
    MATCH_STARTING: 'Başlıyor',
    MATCH_ONGOING: 'Sürüyor',
    MATCH_FINISHED: 'Bitti',
    MATCH_CANCELLED: 'İptal edildi',
  },
  room: 'Oda',
  players: 'Oyuncular',
  map: 'Harita',
  price: 'Giriş ücreti',
  created: 'Açılış',
};
