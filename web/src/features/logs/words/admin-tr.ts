import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  logs: {
    refresh: 'Yenile',
    search: 'Kayıtlarda ara',
    found: (count) => plural(count, { other: 'kayıt' }),
    listLabel: 'Kayıtlar, en yenisi başta',
    none: 'Bu gün için kayıt yok.',
    noneHint: 'Görevli işlemleri ve önemli olaylar burada görünür, en yenisi başta.',
    noneFound: 'Eşleşen kayıt yok.',
    noneFoundHint: 'Bir ad, case.edit gibi bir işlem ya da başka bir gün deneyin.',
    failed: 'Kayıtlar yüklenemedi.',
  },
};
