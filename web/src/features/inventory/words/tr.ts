import { plural } from '#i18n/plural.ts';
import type { InventoryCatalogue } from './mixed.ts';

/** Texts of the inventory in Turkish. */
export const trInventory: InventoryCatalogue = {
  found: (count) => `(${plural(count, { other: 'eşya bulundu' })})`,
  empty: 'Envanteriniz boş.',
  emptyHint: 'Kazandığınız veya satın aldığınız skinler burada görünür.',
  worth: 'Değer',
  filtersLabel: 'Filtreler',
  searchPlaceholder: 'Eşyalarınızda arayın',
  selling: 'Satılıyor…',
  select: (item) => `Seç: ${item}`,
  selectPage: 'Bu sayfadakilerin tümünü seç',
  selected: (count) => plural(count, { other: 'eşya' }),
  clearSelection: 'Seçimi temizle',
  sellSelected: 'Seçilenleri sat',
  bulkLabel: 'Seçilen eşyalar',
  listed: 'Pazarda',
  listedHint: 'Pazarda satışta. Burada satmak için ilanı iptal edin.',
  seeListing: 'İlanı gör',
  withdrawing: 'Çekiliyor',
  withdrawingHint: 'Takas teklifi bitene kadar kilitli.',
  market: 'Pazar',
  sellOnMarket: (item) => `Pazarda sat: ${item}`,
  withdraw: 'Çek',
  withdrawItem: (item) => `Çek: ${item}`,
  proof: 'Kanıt',
  proofOf: (item) => `Kanıt: ${item}`,
};
