import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  listings: {
    failed: 'Veriler alınırken bir hata oluştu.',
    listLabel: 'İlanlar, en yenisi başta',
    found: (count) => plural(count, { other: 'ilan' }),
    statesLabel: 'Durumuna göre ilanlar',
    anyState: 'Tümü',
    states: { OPEN: 'Açık', SOLD: 'Satıldı', CANCELLED: 'İptal edildi', REMOVED: 'Kaldırıldı' },
    search: 'Satıcının tam kullanıcı adı',
    ofOneSkin: 'Yalnızca bu skin',
    none: 'Henüz ilan yok.',
    noneHint: 'Oyuncuların ilanları burada görünür, en yenisi başta.',
    noneFound: 'Eşleşen ilan yok.',
    noneFoundHint: 'Başka bir durum ya da tam kullanıcı adını deneyin.',
    seller: 'Satıcı',
    buyer: 'Alıcı',
    price: 'Fiyat',
    state: 'Durum',
    time: 'Listelendi',
    closed: 'Kapandı',
    remove: 'Kaldır…',
    removeOf: (item, seller) => `${seller} adlı oyuncunun ${item} ilanını kaldır`,
    removeTitle: 'Bu ilan kaldırılsın mı?',
    removeText: (item, seller) =>
      `${item}, ${seller} adlı oyuncuya geri döner ve nedeniniz ona bildirilir. Görevli kayıtlarına adınız yazılır.`,
    reason: 'Neden',
    confirm: 'İlanı kaldır',
    removed: (item) => `${item} pazardan kaldırıldı.`,
  },
};
