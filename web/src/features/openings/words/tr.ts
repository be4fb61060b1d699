import { plural } from '#i18n/plural.ts';
import type { OpeningsCatalogue } from './mixed.ts';

/** What the page of a case says in Turkish. */
export const trOpenings: OpeningsCatalogue = {
  stage: 'Açılış',
  count: 'Aynı anda kaç kasa',
  countOf: (count) => `Aynı anda ${count} kasa`,
  fastOpen: 'Hızlı açılış',
  sound: 'Ses',
  skip: 'Atla',
  provablyFair: 'Kanıtlanabilir adalet',
  edges: (soldBack, withdrawn) => `Site avantajı geri satışta ${soldBack}, çekimde ${withdrawn}`,
  returns: (percent) => `Geri dönüş ${percent}`,
  hash: 'Sürüm özeti',
  odds: 'Yayımlanan ve gerçekleşen oranlar',
  dropRate: (percent) => `Düşme oranı ${percent}`,
  won: (items) => `Kazandınız: ${items}.`,
  pausedHint: 'Bu kasa duraklatıldı: inceleyebilirsiniz ama şu anda açamazsınız.',
  returnsOn:
    'Geri dönüş, hızlı satışın ödediği tutarla hesaplanır; aşağıdaki fiyatlar pazar fiyatlarıdır. Şerit her eşyayı aşağı yukarı aynı sıklıkta gösterir: ne kazanacağınızı yalnızca düşme oranları belirler.',
  doubts: {
    unknown:
      'Yanıt gelmedi: kasanın açılıp ödenip ödenmediği henüz bilinmiyor. Site yanıt verir vermez bakılacak; o zamana kadar aynı sayıyla Aç demek aynı açılıştır ve bir kez ödenir.',
    unopened: 'Bakıldı: kasa açılmadı ve hiçbir şey ödenmedi.',
  },
  sellItems: 'Eşya sat',
  unsold: (count) => (count === 1 ? 'Eşya envanterinizde' : 'Eşyalar envanterinizde'),
  sellAll: (price) => `Hepsini sat · ${price}`,
  allSold: (price) => `Satıldı · ${price}`,
  addBalance: (missing) => `Bakiye ekle · ${missing} eksik`,
  short: (cost, balance) => `Bedeli ${cost}. Bakiyeniz ${balance}.`,
  itemCount: (count) => plural(count, { other: 'eşya' }),
  paid: 'Ödenen',
  worth: 'Hızlı satış değeri',
  open: 'Aç',
  opening: 'Açılıyor…',
  includes: 'Bu kasada neler var',
  signInFirst: 'Kasa açmak için giriş yapmalısınız.',
  failed: 'Kasa açılırken bir şeyler ters gitti.',
};
