import { plural } from '#i18n/plural.ts';
import type { FaqCatalogue } from './mixed.ts';

/** Texts of the page of questions and answers in Turkish. */
export const trFaq: FaqCatalogue = {
  intro: 'Karat nasıl çalışır, ne söz verir ve bunu nasıl denetlersiniz.',
  search: 'Sorularda ara',
  contents: 'Konular',
  found: (count) => plural(count, { other: 'yanıt bulundu' }),
  noneFound: (query) => `“${query}” için yanıt bulunamadı.`,
  noneFoundHint: 'Başka bir sözcük deneyin ya da konulara göz atın.',
  showAll: 'Tüm soruları göster',
  linkTo: 'Bu yanıtın bağlantısı',
};
