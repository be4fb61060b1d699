import { plural } from '#i18n/plural.ts';

/** Texts of the FAQ page in the default language. */
export const mixedFaq = {
  intro: 'How Karat works, and how you can check it.',
  search: 'Search questions',
  contents: 'Topics',
  found: (count: number) => plural(count, { one: 'answer found', other: 'answers found' }),
  noneFound: (query: string) => `No answer matches “${query}”.`,
  noneFoundHint: 'Try another word or browse the topics.',
  showAll: 'Show all questions',
  linkTo: 'Link to this answer',
};

export type FaqCatalogue = typeof mixedFaq;
