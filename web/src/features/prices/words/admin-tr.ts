import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  prices: {
    failed: 'Veriler alınırken bir hata oluştu.',
    source: 'Kaynak',
    snapshot: 'Siteyle birlikte gelenler',
    snapshotHint:
      'Bir fiyat kaynağı kurulmamış: fiyatları yalnızca görevliler değiştirir. Kaynağın ayarı PRICE_FEED_URL.',
    readAt: 'Son okuma',
    never: 'Hiç',
    changed: 'Bununla değişen',
    changedItems: (count) => plural(count, { other: 'eşya' }),
    stale: 'Fiyatlar güncel değil.',
    staleHint: 'Kaynak yeniden okunana kadar skin kabul edilmez.',
    failure: 'Son okuma başarısız oldu.',
    readNow: 'Şimdi oku',
    wasRead: 'Fiyatlar okundu.',
    held: 'Sıçrayan fiyatlar',
    heldLead: 'Kendiliğinden inanılamayacak kadar uzak. Siz karar verene kadar bilinen fiyat geçerlidir.',
    found: (count) => plural(count, { other: 'fiyat' }),
    none: 'Sizi bekleyen fiyat yok.',
    noneHint:
      'Küçük değişiklikler kendiliğinden alınır. Fiyatı ikiye katlayan ya da yarıya indiren değişiklik burada durur.',
    known: 'Bilinen',
    fresh: 'Yeni',
    change: 'Değişim',
    seen: 'Görüldü',
    accept: 'Kabul et',
    acceptOf: (item) => `${item} için yeni fiyatı kabul et`,
    keep: 'Koru',
    keepOf: (item) => `${item} için bilinen fiyatı koru`,
    accepted: (item, price) => `${item} artık ${price}.`,
    unchanged: (item, price) => `${item} ${price} olarak kaldı.`,
  },
};
