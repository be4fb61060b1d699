import type { Catalogue } from './mixed.ts';
import { pages } from './tr/pages.ts';
import { refusals, sentences } from './tr/refusals.ts';
import { shared } from './tr/shared.ts';
import { shell } from './tr/shell.ts';

/** All shared texts in Turkish. */
export const tr: Catalogue = {
  locale: 'tr',
  ...shell,
  ...pages,
  ...shared,
  refusals,
  sentences,
};
