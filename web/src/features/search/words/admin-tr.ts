import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  label: 'Oyuncu, e-posta, kimlik ya da open:61',
  landmark: 'Tüm site',
  results: 'Arama sonuçları',
  found: (count) => plural(count, { other: 'sonuç' }),
  none: 'Bir şey bulunamadı.',
  failed: 'Arama yapılamadı. Yeniden deneyin.',
  kinds: {
    player: 'Oyuncu',
    opening: 'Kasa açılışı',
    round: 'Tur',
    room: 'Oda',
    listing: 'İlan',
    ticket: 'Destek talebi',
    transaction: 'İşlem',
    trade: 'Takas teklifi',
  },
};
