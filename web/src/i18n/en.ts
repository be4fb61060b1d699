import { pages } from './en/pages.ts';
import { refusals, sentences } from './en/refusals.ts';
import { shared } from './en/shared.ts';
import { shell } from './en/shell.ts';
import type { Catalogue } from './mixed.ts';

/** All shared texts in English. */
export const en: Catalogue = {
  locale: 'en',
  ...shell,
  ...pages,
  ...shared,
  refusals,
  sentences,
};
