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
    states: { OPEN: 'Açık', SOLD: 'Satıldı', CANCELLED: 'Geri çekildi', REMOVED: 'Kaldırıldı' },
    search: 'Satıcının kullanıcı adının tamamı',
    ofOneSkin: 'Yalnızca tek bir skin',
    none: 'Henüz ilan yok.',
    noneHint: 'Oyuncuların pazarda sunduğu her şey burada, en yenisi başta durur.',
    noneFound: 'Uyan ilan yok.',
    noneFoundHint: 'Başka bir durum ya da bir oyuncunun adının tamamını deneyin.',
    seller: 'Satıcı',
    buyer: 'Alıcı',
    price: 'Fiyat',
    state: 'Durum',
    time: 'Sunuldu',
    closed: 'Kapandı',
    remove: 'Kaldır…',
    removeOf: (item, seller) => `${seller} adlı oyuncunun ${item} ilanını kaldır`,
    removeTitle: 'Bu ilan kaldırılsın mı?',
    removeText: (item, seller) =>
      `${item}, ${seller} adlı oyuncuya geri döner ve nedeniniz ona bildirilir. Görevli kayıtları bunu adınızla saklar.`,
    reason: 'Neden',
    confirm: 'İlanı kaldır',
    removed: (item) => `${item} pazardan kaldırıldı.`,
  },
};
