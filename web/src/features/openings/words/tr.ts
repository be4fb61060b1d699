import { plural } from '#i18n/plural.ts';
import type { OpeningsCatalogue } from './mixed.ts';

/** Texts of the case page in Turkish. */
export const trOpenings: OpeningsCatalogue = {
  stage: 'Açılış',
  count: 'Kaç kasa açılsın',
  countOf: (count) => `Aynı anda ${count} kasa`,
  fastOpen: 'Hızlı aç',
  sound: 'Ses',
  skip: 'Atla',
  provablyFair: 'Kanıtlanabilir adillik',
  edges: (soldBack, withdrawn) => `Site avantajı geri satışta ${soldBack}, çekimde ${withdrawn}`,
  returns: (percent) => `Geri dönüş ${percent}`,
  hash: 'Sürüm hash’i',
  odds: 'Yayımlanan ve gerçekleşen oranlar',
  dropRate: (percent) => `Düşme oranı ${percent}`,
  won: (items) => `Kazandınız: ${items}.`,
  pausedHint: 'Bu kasa duraklatıldı. İnceleyebilirsiniz ama şu anda açamazsınız.',
  returnsOn:
    'Geri dönüş, hızlı satış fiyatlarına göre hesaplanır; aşağıdakiler pazar fiyatlarıdır. Şerit yalnızca görseldir: ne kazanacağınızı düşme oranları belirler.',
  requestStatus: {
    unknown:
      'Kasanızın açılıp açılmadığını henüz bilmiyoruz. Bağlantınız geri gelir gelmez kontrol edeceğiz. Aynı sayıyla yeniden Aç’a basarsanız yalnızca bir kez ödersiniz.',
    unopened: 'Kasa açılmadı ve ödeme yapılmadı.',
  },
  sellItems: 'Eşya sat',
  viewInInventory: 'Envanterde gör',
  sellAll: (price) => `Hepsini sat · ${price}`,
  allSold: (price) => `Satıldı · ${price}`,
  addBalance: (missing) => `Bakiye ekle · ${missing} eksik`,
  short: (cost, balance) => `Tutar ${cost}. Bakiyeniz ${balance}.`,
  itemCount: (count) => plural(count, { other: 'eşya' }),
  paid: 'Ödenen',
  worth: 'Hızlı satış değeri',
  open: 'Aç',
  opening: 'Açılıyor…',
  includes: 'Bu kasanın içindekiler',
  signInFirst: 'Kasa açmak için giriş yapmalısınız.',
  failed: 'Kasa açılırken bir sorun oluştu.',
};
