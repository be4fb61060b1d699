import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  prices: {
    failed: 'Veriler alınırken bir hata oluştu.',
    source: 'Kaynak',
    snapshot: 'Siteyle gelen fiyatlar',
    snapshotHint:
      'Fiyat kaynağı ayarlanmamış; fiyatları yalnızca görevliler değiştirir. Kaynak eklemek için PRICE_FEED_URL ayarını yapın.',
    readAt: 'Son güncelleme',
    never: 'Hiç',
    changed: 'Değişen',
    changedItems: (count) => plural(count, { other: 'eşya' }),
    stale: 'Fiyatlar güncel değil.',
    staleHint: 'Kaynak yeniden çalışana kadar skin yatırılamaz.',
    failure: 'Son güncelleme başarısız oldu.',
    readNow: 'Şimdi güncelle',
    wasRead: 'Fiyatlar güncellendi.',
    heldPrice: 'Fiyat sıçramaları',
    heldLead:
      'Bu değişiklikler otomatik uygulanamayacak kadar büyük. Siz karar verene kadar mevcut fiyat geçerli kalır.',
    found: (count) => plural(count, { other: 'fiyat' }),
    none: 'Sizi bekleyen fiyat yok.',
    noneHint: 'Küçük değişiklikler otomatik uygulanır. İki katına çıkan ya da yarıya inen fiyatlar burada bekler.',
    known: 'Mevcut',
    fresh: 'Yeni',
    change: 'Değişim',
    seen: 'Görülme',
    accept: 'Kabul et',
    acceptOf: (item) => `${item} için yeni fiyatı kabul et`,
    keep: 'Koru',
    keepOf: (item) => `${item} için mevcut fiyatı koru`,
    accepted: (item, price) => `${item} artık ${price}.`,
    unchanged: (item, price) => `${item} ${price} olarak kaldı.`,
  },
};
