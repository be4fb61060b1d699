import { plural } from '#i18n/plural.ts';

/** Texts of the page of questions and answers in the default language. */
export const mixedFaq = {
  intro: 'How Karat works, what it promises, and how you can check it.',
  search: 'Search the questions',
  contents: 'Topics',
  found: (count: number) => plural(count, { one: 'answer found', other: 'answers found' }),
  noneFound: (query: string) => `No answer matches “${query}”.`,
  noneFoundHint: 'Try another word, or look through the topics.',
  showAll: 'Show all questions',
  linkTo: 'Link to this answer',
};

export type FaqCatalogue = typeof mixedFaq;
