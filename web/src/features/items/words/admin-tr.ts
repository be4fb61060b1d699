import { plural } from '#i18n/plural.ts';
import type { AdminCatalogue } from './admin-mixed.ts';

/** Texts of the staff pages in Turkish. */
export const trAdmin: AdminCatalogue = {
  items: {
    add: 'Eşya ekle',
    edit: 'Düzenle',
    editItem: (item) => `Düzenle: ${item}`,
    addTitle: 'Eşya ekle',
    editTitle: 'Eşyayı düzenle',
    search: 'Eşyalarda ara',
    none: 'Eşya bulunamadı!',
    noneHint: 'Pazar adının başka bir bölümünü deneyin.',
    found: (count) => plural(count, { other: 'eşya' }),
    itemName: 'Eşya adı',
    skinName: 'Skin adı',
    image: 'Görsel adresi',
    exterior: 'Dış görünüm',
    rarity: 'Nadirlik',
    weaponType: 'Silah türü',
    price: 'Fiyat',
    quickSell: 'Hızlı satış',
    unpriced: 'Fiyatı yok: kasalara eklenemez',
    preview: 'Önizleme',
    paysHint: (price) => `Hızlı satış tutarı: ${price}.`,
    pauseHint: 'Site avantajı fazla düşen kasalar otomatik olarak duraklatılır.',
    added: 'Eşya eklendi',
    updated: 'Eşya güncellendi!',
    addFailed: 'Eşya eklenemedi',
    updateFailed: 'Eşya güncellenemedi',
    addUnreachable: 'Eşya eklenirken hata oluştu',
  },
};
