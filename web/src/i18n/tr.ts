import type { Catalogue } from './mixed.ts';
import { openings } from './tr/openings.ts';
import { fairness } from './tr/fairness.ts';
import { stock } from './tr/stock.ts';
import { chat } from './tr/chat.ts';
import { tickets } from './tr/tickets.ts';
import { missions } from './tr/missions.ts';
import { records } from './tr/records.ts';
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
  ...chat,
  ...tickets,
  ...missions,
  ...records,
  refusals,
  sentences,
};
