import type { Catalogue } from './mixed.ts';
import { openings } from './tr/openings.ts';
import { fairness } from './tr/fairness.ts';
import { stock } from './tr/stock.ts';
import { desk } from './tr/desk.ts';
import { account } from './tr/account.ts';
import { pages } from './tr/pages.ts';
import { refusals, sentences } from './tr/refusals.ts';
import { shell } from './tr/shell.ts';

/** Everything in Turkish. */
export const tr: Catalogue = {
  locale: 'tr',
  ...shell,
  ...account,
  ...pages,
  ...openings,
  ...fairness,
  ...stock,
  ...desk,
  refusals,
  sentences,
};
