import { openings } from './en/openings.ts';
import { fairness } from './en/fairness.ts';
import { stock } from './en/stock.ts';
import { chat } from './en/chat.ts';
import { tickets } from './en/tickets.ts';
import { missions } from './en/missions.ts';
import { records } from './en/records.ts';
import { account } from './en/account.ts';
import { pages } from './en/pages.ts';
import { shell } from './en/shell.ts';
import { refusals, sentences } from './en/refusals.ts';
import type { Catalogue } from './mixed.ts';

/** Everything in English. */
export const en: Catalogue = {
  locale: 'en',
  ...shell,
  ...account,
  ...pages,
  ...openings,
  ...fairness,
  ...stock,
  ...chat,
  ...tickets,
  ...missions,
  ...records,
  refusals,
  sentences,
};
