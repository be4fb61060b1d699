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
    filtersLabel: 'İşlemleri filtrele',
    found: (count) => plural(count, { other: 'işlem' }),
    foundMany: (count) => `${count} işlem ya da daha fazlası`,
    search: 'Kullanıcı adının tamamı',
    none: 'Henüz işlem yok.',
    noneHint: 'Oyuncu bakiyelerindeki tüm değişiklikler burada görünür.',
    noneFound: 'Eşleşen işlem yok.',
    noneFoundHint: 'Başka bir tür, tarih ya da tam bir kullanıcı adı deneyin.',
    id: 'İşlem kimliği',
    time: 'Zaman',
    user: 'Kullanıcı',
    userId: 'Kullanıcı kimliği',
    type: 'İşlem türü',
    subject: 'Ayrıntı',
    amount: 'Tutar',
    oldBalance: 'Eski bakiye',
    newBalance: 'Yeni bakiye',
    reference: 'Defter referansı',
    account: 'Karşı hesap',
    linksLabel: 'İlgili sayfalar',
  },
};
