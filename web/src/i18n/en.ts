import { account } from './en/account.ts';
import { pages } from './en/pages.ts';
import { shell } from './en/shell.ts';
import { refusals, sentences } from './en/refusals.ts';
import type { Catalogue } from './mixed.ts';

/** Everything in English. */
export const en: Catalogue = { locale: 'en', ...shell, ...account, ...pages, refusals, sentences };
