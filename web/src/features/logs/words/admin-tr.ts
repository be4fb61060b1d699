import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  logs: {
    refresh: 'Yenile',
    search: 'Satırlarda ara',
    found: (count) => plural(count, { other: 'satır' }),
    listLabel: 'Kayıt satırları, en yenisi başta',
    none: 'Bu güne bir şey yazılmamış.',
    noneHint: 'Görevlilerin yaptıkları ve sitede dikkat çekenler burada, en yenisi başta durur.',
    noneFound: 'Bu sözcükleri içeren satır yok.',
    noneFoundHint: 'Bir ad, case.edit gibi bir işlem ya da başka bir gün deneyin.',
    failed: 'Kayıtlar yüklenemedi.',
  },
};
