import { enProofs } from '../src/features/fairness/words/en.ts';
import { trProofs } from '../src/features/fairness/words/tr.ts';
import { formatPercent, formatPercentFirst } from '../src/i18n/format.ts';
import { plural } from '../src/i18n/plural.ts';

const verifier = {
  title: 'Verifier',
  lead: 'Recomputes rolls and rounds of Karat and shows whether anything was changed. It works offline and never connects to a server.',
  language: 'Language',
  giveTitle: 'Paste or drop',
  give: 'A roll or a round as JSON, the rolls of a case as CSV, or its odds as JSON',
  giveHint: 'Drop any number of files on this page. To check the rolls of a case, add its odds as well.',
  files: 'Choose files',
  nothing: 'This text contains no roll, round or odds.',
  unreadable: (name: string) => `${name} cannot be read.`,
  tableBad: 'One of the tables cannot be read.',
  proofsTitle: 'Rolls and rounds',
  chainsTitle: 'Chains of rounds',
  chainIntact: (count: number, end: string) =>
    `${plural(count, { one: 'round leads', other: 'rounds lead' })} to the published end of the chain (${end}…).`,
  chainBroken: (end: string) => `Some rounds do not lead to the published end of the chain (${end}…).`,
  chainSuspect: (places: string) => `Check the seeds and hashes at these positions in the chain: ${places}.`,
  auditTitle: 'Rolls of a case',
  counted: (count: number) => `${plural(count, { one: 'roll', other: 'rolls' })} counted.`,
  untabled: (count: number) =>
    `${plural(count, { one: 'roll has', other: 'rolls have' })} no odds. Add the odds of the case (JSON) to check the items.`,
  tablesOnly: (count: number) =>
    `${plural(count, { one: 'table', other: 'tables' })} loaded. Add the rolls of the case (CSV) to count them.`,
  gaps: (count: number) =>
    `${plural(count, { one: 'nonce is', other: 'nonces are' })} missing from these files. Each must be a roll of another case: add the files of all cases, and none should be missing.`,
  gapAt: (hash: string, first: number, missing: number) => `${hash}: ${missing} missing from nonce ${first} on`,
  noGaps: 'No nonces are missing.',
  doubtful: 'Chance almost never deviates this much.',
  more: (count: number) => `and ${plural(count, { one: 'other', other: 'others' })}`,
  usage: `Usage: node karat-verify.mjs [--all-cases] FILE…

  FILE         a roll or a round (JSON), the rolls of a case (CSV), the odds of a case or a table of it (JSON)
  --all-cases  the files contain the rolls of all cases, so a missing nonce is a hidden roll

Exit code: 0 if everything is correct, 1 if something is wrong, 2 if a file cannot be read.`,
};

const ownTurkish: typeof verifier = {
  title: 'Denetleyici',
  lead: 'Karat çekilişlerini ve turlarını yeniden hesaplar ve bir şeyin değiştirilip değiştirilmediğini gösterir. Çevrimdışı çalışır, hiçbir sunucuya bağlanmaz.',
  language: 'Dil',
  giveTitle: 'Yapıştırın ya da bırakın',
  give: 'JSON olarak bir çekiliş ya da tur, CSV olarak bir kasanın çekilişleri ya da JSON olarak oranları',
  giveHint:
    'Bu sayfaya istediğiniz kadar dosya bırakın. Bir kasanın çekilişlerini denetlemek için oranlarını da ekleyin.',
  files: 'Dosya seç',
  nothing: 'Bu metinde çekiliş, tur ya da oran yok.',
  unreadable: (name) => `${name} okunamıyor.`,
  tableBad: 'Tablolardan biri okunamıyor.',
  proofsTitle: 'Çekilişler ve turlar',
  chainsTitle: 'Turların zincirleri',
  chainIntact: (count, end) => `${plural(count, { other: 'tur' })} zincirin yayımlanmış ucuna (${end}…) çıkıyor.`,
  chainBroken: (end) => `Bazı turlar zincirin yayımlanmış ucuna (${end}…) çıkmıyor.`,
  chainSuspect: (places) => `Zincirde şu sıralardaki tohumları ve hash’leri kontrol edin: ${places}.`,
  auditTitle: 'Bir kasanın çekilişleri',
  counted: (count) => `${plural(count, { other: 'çekiliş' })} sayıldı.`,
  untabled: (count) =>
    `${plural(count, { other: 'çekilişin' })} oranları yok. Eşyaları denetlemek için kasanın oranlarını (JSON) ekleyin.`,
  tablesOnly: (count) =>
    `${plural(count, { other: 'tablo' })} yüklendi. Saymak için kasanın çekilişlerini (CSV) ekleyin.`,
  gaps: (count) =>
    `${plural(count, { other: 'sayaç' })} bu dosyalarda eksik. Her biri başka bir kasanın çekilişi olmalı: tüm kasaların dosyalarını ekleyin, hiç eksik kalmamalı.`,
  gapAt: (hash, first, missing) => `${hash}: ${first}. sayaçtan itibaren ${missing} eksik`,
  noGaps: 'Eksik sayaç yok.',
  doubtful: 'Şans neredeyse hiçbir zaman bu kadar sapmaz.',
  more: (count) => `ve ${plural(count, { other: 'tane daha' })}`,
  usage: `Kullanım: node karat-verify.mjs [--all-cases] DOSYA…

  DOSYA        bir çekiliş ya da tur (JSON), bir kasanın çekilişleri (CSV), bir kasanın oranları ya da bir tablosu (JSON)
  --all-cases  dosyalarda tüm kasaların çekilişleri var; eksik bir sayaç gizlenmiş bir çekiliştir

Çıkış kodu: her şey doğruysa 0, bir şey yanlışsa 1, bir dosya okunamazsa 2.`,
};

export const languages = {
  en: { ...enProofs, verifier, formatPercent },
  tr: { ...trProofs, verifier: ownTurkish, formatPercent: formatPercentFirst },
};

export type Language = keyof typeof languages;
export type Words = (typeof languages)[Language];

/** Turkish for Turkish language tags, English for all others. */
export const languageOf = (tag: string | undefined): Language => (tag?.toLowerCase().startsWith('tr') ? 'tr' : 'en');
