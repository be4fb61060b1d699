import { enProofs } from '../src/features/fairness/words/en.ts';
import { trProofs } from '../src/features/fairness/words/tr.ts';
import { plural } from '../src/i18n/plural.ts';

const own = {
  title: 'Verifier',
  lead: 'Draws any roll and any round of Karat again and tells whether something was changed. It asks no server: the policy of this file forbids every connection.',
  language: 'Language',
  giveTitle: 'Paste or drop',
  give: 'A roll or a round as JSON, the rolls of a case as CSV, or its odds as JSON',
  giveHint: 'Drop files anywhere on this page, as many as you like. The rolls of a case need its odds for the tables.',
  files: 'Choose files',
  nothing: 'There is neither a roll nor a round nor a table in this text.',
  unreadable: (name: string) => `${name} cannot be read.`,
  tableBad: 'One of the tables cannot be read.',
  proofsTitle: 'Rolls and rounds',
  chainsTitle: 'Chains of rounds',
  chainIntact: (count: number, end: string) =>
    `${plural(count, { one: 'round leads', other: 'rounds lead' })} to the published end of the chain (${end}…).`,
  chainBroken: (end: string) => `Not every round leads to the published end of the chain (${end}…).`,
  chainDoubt: (places: string) => `Doubt the seeds or hashes under these numbers in the chain: ${places}.`,
  auditTitle: 'Rolls of a case',
  counted: (count: number) => `${plural(count, { one: 'roll', other: 'rolls' })} counted.`,
  untabled: (count: number) =>
    `${plural(count, { one: 'roll has', other: 'rolls have' })} no table here: add the odds of the case (JSON) to check the items.`,
  tablesOnly: (count: number) =>
    `${plural(count, { one: 'table', other: 'tables' })} read. Add the rolls of the case (CSV) to count them.`,
  gaps: (count: number) =>
    `${plural(count, { one: 'nonce is', other: 'nonces are' })} not in these files. Each must be a roll of another case: add the files of all cases, and none may be left.`,
  gapAt: (hash: string, first: number, missing: number) => `${hash}: from nonce ${first} on, ${missing} missing`,
  noGaps: 'The nonces of every seed run without a gap.',
  doubtful: 'Chance alone almost never strays this far.',
  more: (count: number) => `and ${plural(count, { one: 'other', other: 'others' })}`,
  usage: `Usage: node karat-verify.mjs [--all-cases] FILE…

  FILE         a roll or a round (JSON), the rolls of a case (CSV), the odds of a case or a table of it (JSON)
  --all-cases  the files hold the rolls of all cases: a missing nonce is a hidden roll

Ends with 0 when nothing is wrong, 1 when something is, 2 when a file cannot be read.`,
};

const ownTurkish: typeof own = {
  title: 'Denetleyici',
  lead: 'Karat’ın herhangi bir çekilişini ve turunu yeniden hesaplar ve bir şeyin değiştirilip değiştirilmediğini söyler. Hiçbir sunucuya sormaz: bu dosyanın kuralları her bağlantıyı yasaklar.',
  language: 'Dil',
  giveTitle: 'Yapıştırın ya da bırakın',
  give: 'JSON olarak bir çekiliş ya da tur, CSV olarak bir kasanın çekilişleri ya da JSON olarak oranları',
  giveHint:
    'Dosyaları bu sayfanın herhangi bir yerine, istediğiniz kadar bırakın. Bir kasanın çekilişleri, tablolar için kasanın oranlarını da gerektirir.',
  files: 'Dosya seç',
  nothing: 'Bu metinde ne bir çekiliş ne bir tur ne de bir tablo var.',
  unreadable: (name) => `${name} okunamıyor.`,
  tableBad: 'Tablolardan biri okunamıyor.',
  proofsTitle: 'Çekilişler ve turlar',
  chainsTitle: 'Turların zincirleri',
  chainIntact: (count, end) => `${plural(count, { other: 'tur' })} zincirin yayımlanmış ucuna (${end}…) çıkıyor.`,
  chainBroken: (end) => `Her tur zincirin yayımlanmış ucuna (${end}…) çıkmıyor.`,
  chainDoubt: (places) => `Zincirde şu sıralardaki tohumlardan ya da özetlerden şüphelenin: ${places}.`,
  auditTitle: 'Bir kasanın çekilişleri',
  counted: (count) => `${plural(count, { other: 'çekiliş' })} sayıldı.`,
  untabled: (count) =>
    `${plural(count, { other: 'çekilişin' })} tablosu burada yok: eşyaları denetlemek için kasanın oranlarını (JSON) ekleyin.`,
  tablesOnly: (count) =>
    `${plural(count, { other: 'tablo' })} okundu. Saymak için kasanın çekilişlerini (CSV) ekleyin.`,
  gaps: (count) =>
    `${plural(count, { other: 'sayaç' })} bu dosyalarda yok. Her biri başka bir kasanın çekilişi olmalı: bütün kasaların dosyalarını ekleyin; hiç eksik kalmamalı.`,
  gapAt: (hash, first, missing) => `${hash}: ${first} sayacından başlayarak ${missing} eksik`,
  noGaps: 'Her tohumun sayaçları boşluksuz ilerliyor.',
  doubtful: 'Yalnızca şans neredeyse hiçbir zaman bu kadar sapmaz.',
  more: (count) => `ve ${plural(count, { other: 'tane daha' })}`,
  usage: `Kullanım: node karat-verify.mjs [--all-cases] DOSYA…

  DOSYA        bir çekiliş ya da tur (JSON), bir kasanın çekilişleri (CSV), bir kasanın oranları ya da bir tablosu (JSON)
  --all-cases  dosyalarda bütün kasaların çekilişleri var: eksik bir sayaç, gizlenmiş bir çekiliştir

Yanlış bir şey yoksa 0, varsa 1, bir dosya okunamazsa 2 ile biter.`,
};

export const languages = {
  en: { ...enProofs, own },
  tr: { ...trProofs, own: ownTurkish },
};

export type Language = keyof typeof languages;
export type Words = (typeof languages)[Language];

/** Turkish for Turkish language tags, English for all others. */
export const languageOf = (tag: string | undefined): Language => (tag?.toLowerCase().startsWith('tr') ? 'tr' : 'en');
