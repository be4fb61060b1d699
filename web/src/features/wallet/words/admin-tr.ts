import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  transactions: {
    failed: 'Veriler alınırken bir hata oluştu.',
    infoFailed: 'İşlem bilgisi alınamadı',
    missing: 'Bu kimlikte bir işlem yok.',
    title: (id) => `İşlem ${id}`,
    back: 'İşlemlere dön',
    facts: 'İşlem hakkında',
    listLabel: 'İşlemler, en yenisi başta',
    filtersLabel: 'İşlemleri süz',
    found: (count) => plural(count, { other: 'işlem' }),
    foundMany: (count) => `${count} işlem ya da daha fazlası`,
    search: 'Kullanıcı adının tamamı',
    none: 'Henüz işlem yok.',
    noneHint: 'Oyuncuların her elmas hareketi burada, en yenisi başta durur.',
    noneFound: 'Uyan işlem yok.',
    noneFoundHint: 'Başka bir tür, başka günler ya da bir oyuncunun adının tamamını deneyin.',
    id: 'İşlem kimliği',
    time: 'Zaman',
    user: 'Kullanıcı',
    userId: 'Kullanıcı kimliği',
    type: 'İşlem türü',
    subject: 'Ne için',
    amount: 'Tutar',
    oldBalance: 'Eski bakiye',
    newBalance: 'Yeni bakiye',
    reference: 'Defterdeki karşılığı',
    account: 'Karşı hesap',
    linksLabel: 'Oyuncuların elmasları ve eşyaları hakkında daha fazlası',
  },
};
