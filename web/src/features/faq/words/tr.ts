import { plural } from '#i18n/plural.ts';
import type { FaqCatalogue } from './mixed.ts';

/** Texts of the FAQ page in Turkish. */
export const trFaq: FaqCatalogue = {
  intro: 'Karat nasıl çalışır ve bunu nasıl denetleyebilirsiniz.',
  search: 'Sorularda ara',
  contents: 'Konular',
  found: (count) => plural(count, { other: 'yanıt bulundu' }),
  noneFound: (query) => `“${query}” için yanıt bulunamadı.`,
  noneFoundHint: 'Başka bir kelime deneyin ya da konulara göz atın.',
  showAll: 'Tüm soruları göster',
  linkTo: 'Bu yanıtın bağlantısı',
};
