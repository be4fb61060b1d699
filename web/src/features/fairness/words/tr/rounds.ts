import { plural } from '#i18n/plural.ts';
import type { roundWords as english } from '../en/rounds.ts';

type Words = typeof english;

const roundsOf = (count: number) => plural(count, { other: 'tur' });
const hashesOf = (count: number) => plural(count, { other: 'özet' });

const roundInputs: Words['roundInputs'] = {
  hash: 'Tohumun özeti',
  seed: 'Tohum',
  salt: 'Zincirin tuzu',
  beacon: 'Dış işaret (beacon)',
  k: 'Zincirdeki sırası',
  winnerNumber: 'Çekilen sayı',
  winnerColor: 'Çekilen renk',
};

const roundTicks: Words['roundTicks'] = {
  label: 'Bu turun denetimleri',
  allRight: 'Üç denetim de geçti: bu turda hiçbir şey değiştirilmemiş.',
  someWrong: (count) => `Üç denetimden ${count} tanesi geçmedi.`,
  waiting: 'Denetimler bahislerin kapanmasını bekliyor.',
  right: {
    seed: 'Tohum, ilk bahisten önce gösterilen özeti veriyor.',
    number: (drawn) => `Girdiler ${drawn} sayısını çekiyor.`,
    color: (shown) => `${shown} sayısı çarkta bu renkte.`,
  },
  wrong: {
    seed: 'Tohum gösterilen özeti vermiyor.',
    number: (drawn) => `Girdiler ${drawn} sayısını çekiyor; gösterilen bu değil.`,
    color: (shown) => `${shown} sayısı çarkta bu renkte değil.`,
  },
  pending: {
    seed: 'Tohum ve özeti: bahisler kapanınca.',
    number: 'Girdilerden çıkan sayı: bahisler kapanınca.',
    color: 'Sayının rengi: bahisler kapanınca.',
  },
  doubt: {
    seed: 'Tohumdan şüphelenin.',
    hash: 'Özetten ya da şans eseri aynı sayıyı çeken bir tohumdan şüphelenin.',
    inputs: 'Tuzdan, dış işaretten, zincirdeki sıradan ya da çekilen sayıdan şüphelenin.',
    winnerNumber: 'Çekilen sayıdan şüphelenin.',
    winnerColor: 'Çekilen renkten şüphelenin.',
    numberOrColor: 'Çekilen sayıdan ya da renkten şüphelenin.',
  },
};

const round: Words['round'] = {
  missing: 'Böyle bir tur yok.',
  missingHint: 'Henüz başlamamış olabilir ya da adres yanlış yazılmıştır.',
  before: 'Önceki tur',
  after: 'Sonraki tur',
  download: 'JSON olarak indir',
  verifier: 'Denetleyicide aç',
  colors: { red: 'Kırmızı', green: 'Yeşil', black: 'Siyah' },
  states: { BETTING: 'Bahis alınıyor', ROLLING: 'Bahisler kapandı', SETTLED: 'Ödendi', REFUNDED: 'İade edildi' },
  drawn: 'Çekilen',
  secretNumber: 'Henüz sayı yok',
  secretHint: 'Özet onu şimdiden belirledi. Tohum, bahisler kapanınca herkese aynı anda gösterilir.',
  refundedTitle: 'Bahisler geri verildi',
  refundedText: 'Bu turun tohumuna artık ulaşılamıyordu; bu yüzden sayı çekilmedi ve herkes bahsini geri aldı.',
  refundReason: 'Neden',
  checks: 'Tarayıcınızda denetlendi',
  checksHint: 'Sunucunun çekiliş yaptığı kodla. Sunucuya sorulmadı.',
  inputs: 'Girdiler',
  secretSeed: 'bahisler kapanınca gösterilir',
  neverSeed: 'artık ulaşılamıyor',
  saltLocal:
    'Yerel olarak üretildi, açık bir olay yok: zincirin ucu yayımlandıktan sonra bu site tarafından rastgele yapıldı.',
  noBeacon: 'yok: yalnızca zincir belirler',
  neighbours: 'Yandaki turlar',
  chain: 'Zincir',
  chainTitle: (id) => `Zincir ${id}`,
  chainText:
    'Her tohumun özeti, bir önceki turun tohumudur; yayımlanmış uca kadar böyle gider. Yani hiçbir tohum, bahisleri belli olduktan sonra yapılmadı.',
  terminal: 'Zincirin yayımlanmış ucu',
  isEnd: 'Bu turun özeti zincirin yayımlanmış ucudur: zincirin ilk turu budur.',
  isNotEnd: 'Bu ilk turun özeti zincirin yayımlanmış ucu değil.',
  linked: (id) => `Bu turun özeti, ${id} numaralı turun tohumudur.`,
  notLinked: (id) => `Bu turun özeti, ${id} numaralı turun tohumu değil.`,
  linkUnknown: (id) =>
    `${id} numaralı turun karşılaştırılacak bir tohumu yok. Yayımlanmış uca giden yol da aynısını kanıtlar.`,
  follow: 'Zinciri yayımlanmış ucuna kadar izle',
  followText: (steps) => `Yolda ${hashesOf(steps)} var; burada hesaplanır.`,
  following: (done, total) => `${total} özetten ${done}`,
  reached: (steps) => `${hashesOf(steps)} sonra burası zincirin yayımlanmış ucu.`,
  missed: 'Bu yol zincirin yayımlanmış ucuna çıkmıyor. Tohumdan, özetten, zincirdeki sıradan ya da uçtan şüphelenin.',
};

const rounds: Words['rounds'] = {
  title: 'Rulet',
  text: 'Bütün turlar, ilkinden önce yapılmış bir tohum zincirinden gelir. Zincirin ucu yayımlanmıştır, her tur bir halka geriye gider ve bir turun özeti bahislerinden önce bellidir. Sayı, HMAC-SHA256 ile tohumdan, zincirin tuzundan ve turun zincirdeki sırasından çekilir.',
  returned: (percent) => `Uzun vadede bahislerin ${percent} kadarı geri döner; bu her renkte aynıdır.`,
  refunded: (count) => (count === 0 ? 'Şimdiye kadar hiçbir tur iade edilmedi.' : `${roundsOf(count)} iade edildi.`),
  chains: 'Zincirler',
  current: 'Kullanımda',
  over: 'Bitti',
  played: roundsOf,
  since: 'yayımlandı:',
  noChains: 'Henüz yayımlanmış bir zincir yok.',
  latest: 'Son turlar',
  none: 'Henüz biten tur yok.',
  refundedOutcome: 'İade edildi',
  byHand: 'Bir turu elle denetleyin',
};

export const roundWords: Words = { roundInputs, roundTicks, round, rounds };
