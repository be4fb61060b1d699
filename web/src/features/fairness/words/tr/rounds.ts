import { plural } from '#i18n/plural.ts';
import type { roundWords as english } from '../en/rounds.ts';

type Words = typeof english;

const roundsOf = (count: number) => plural(count, { other: 'tur' });
const hashesOf = (count: number) => plural(count, { other: 'hash' });

const roundInputs: Words['roundInputs'] = {
  hash: 'Tohum hash’i',
  seed: 'Tohum',
  salt: 'Zincir tuzu (salt)',
  beacon: 'Beacon',
  k: 'Zincirdeki sırası',
  winnerNumber: 'Kazanan sayı',
  winnerColor: 'Kazanan renk',
};

const roundTicks: Words['roundTicks'] = {
  label: 'Bu turun denetimleri',
  allRight: 'Üç denetim de geçti. Bu tur değiştirilmemiş.',
  someWrong: (count) => `Üç denetimden ${count} tanesi geçmedi.`,
  waiting: 'Denetimler, bahisler kapanınca başlar.',
  right: {
    seed: 'Tohum, ilk bahisten önce gösterilen hash ile eşleşiyor.',
    number: (drawn) => `Girdiler ${drawn} sayısını veriyor.`,
    color: (shown) => `${shown} sayısı çarkta bu renkte.`,
  },
  wrong: {
    seed: 'Tohum gösterilen hash ile eşleşmiyor.',
    number: (drawn) => `Girdiler ${drawn} sayısını veriyor; gösterilen bu değil.`,
    color: (shown) => `${shown} sayısı çarkta bu renkte değil.`,
  },
  pending: {
    seed: 'Tohum hash’i: bahisler kapanınca.',
    number: 'Sayı: bahisler kapanınca.',
    color: 'Renk: bahisler kapanınca.',
  },
  suspect: {
    seed: 'Tohum yanlış görünüyor.',
    hash: 'Hash yanlış görünüyor ya da başka bir tohum şans eseri aynı sayıyı veriyor.',
    inputs: 'Tuz, beacon, zincirdeki sıra ya da kazanan sayı yanlış görünüyor.',
    winnerNumber: 'Kazanan sayı yanlış görünüyor.',
    winnerColor: 'Kazanan renk yanlış görünüyor.',
    numberOrColor: 'Kazanan sayı ya da renk yanlış görünüyor.',
  },
};

const round: Words['round'] = {
  missing: 'Böyle bir tur yok.',
  missingHint: 'Henüz başlamamış ya da adres yanlış yazılmış olabilir.',
  before: 'Önceki tur',
  after: 'Sonraki tur',
  download: 'JSON olarak indir',
  verifier: 'Denetleyicide aç',
  colors: { red: 'Kırmızı', green: 'Yeşil', black: 'Siyah' },
  states: { BETTING: 'Bahis alınıyor', ROLLING: 'Bahisler kapandı', SETTLED: 'Ödendi', REFUNDED: 'İade edildi' },
  drawn: 'Sonuç',
  secretNumber: 'Henüz sonuç yok',
  secretHint: 'Sonuç hash ile şimdiden kilitlendi. Tohum, bahisler kapanınca herkese gösterilir.',
  refundedTitle: 'Bahisler iade edildi',
  refundedText: 'Bu turun tohumuna artık ulaşılamıyordu; bu yüzden sonuç yok ve tüm bahisler iade edildi.',
  refundReason: 'Neden',
  checks: 'Tarayıcınızda denetlendi',
  checksHint: 'Sunucunun kullandığı kodla, sunucuya sorulmadan.',
  inputs: 'Girdiler',
  secretSeed: 'bahisler kapanınca gösterilir',
  neverSeed: 'artık ulaşılamıyor',
  saltLocal: 'Yerel olarak üretildi, açık bir olay yok: bu site, zincirin ucunu yayımladıktan sonra rastgele üretti.',
  noBeacon: 'yok',
  neighbours: 'Komşu turlar',
  chain: 'Zincir',
  chainTitle: (id) => `Zincir ${id}`,
  chainText:
    'Her tohumun hash’i, önceki turun tohumudur; yayımlanan uca kadar böyle gider. Yani hiçbir tohum, bahisler belli olduktan sonra üretilmedi.',
  terminal: 'Zincirin yayımlanan ucu',
  isEnd: 'Bu turun hash’i zincirin yayımlanan ucudur: bu, zincirin ilk turudur.',
  isNotEnd: 'Bu ilk turun hash’i zincirin yayımlanan ucu değil.',
  linked: (id) => `Bu turun hash’i, ${id} numaralı turun tohumudur.`,
  notLinked: (id) => `Bu turun hash’i, ${id} numaralı turun tohumu değil.`,
  linkUnknown: (id) =>
    `${id} numaralı turun karşılaştırılacak bir tohumu yok. Zinciri yayımlanan ucuna kadar izlemek de aynısını kanıtlar.`,
  follow: 'Zinciri yayımlanan ucuna kadar izle',
  followText: (steps) => `${hashesOf(steps)}, tarayıcınızda hesaplanır.`,
  following: (done, total) => `${done} / ${total} hash`,
  reached: (steps) => `${hashesOf(steps)} sonra zincirin yayımlanan ucuna ulaşıldı.`,
  missed: 'Zincirin yayımlanan ucuna ulaşılamıyor. Tohum, hash, sıra ya da uç yanlış görünüyor.',
};

const rounds: Words['rounds'] = {
  title: 'Rulet',
  text: 'Tüm turlar, ilk turdan önce üretilmiş bir tohum zincirinden gelir. Zincirin ucu yayımlanmıştır, her tur bir halka geriye gider ve bir turun hash’i bahislerden önce bellidir. Tohumun, zincir tuzunun ve zincirdeki sıranın HMAC-SHA256 sonucu sayıyı verir.',
  returned: (percent) => `Ortalama geri dönüş ${percent}; her renkte aynıdır.`,
  refunded: (count) => (count === 0 ? 'Hiçbir tur iade edilmedi.' : `${roundsOf(count)} iade edildi.`),
  chains: 'Zincirler',
  current: 'Kullanımda',
  over: 'Bitti',
  played: roundsOf,
  since: 'yayımlandı:',
  noChains: 'Henüz yayımlanan zincir yok.',
  latest: 'Son turlar',
  none: 'Henüz biten tur yok.',
  refundedOutcome: 'İade edildi',
  byHand: 'Bir turu elle denetleyin',
};

export const roundWords: Words = { roundInputs, roundTicks, round, rounds };
