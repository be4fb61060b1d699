import type { RefusalCode } from '@karat/contract/refusal';
import { openings } from './mixed/openings.ts';
import { fairness } from './mixed/fairness.ts';
import { stock } from './mixed/stock.ts';
import { chat } from './mixed/chat.ts';
import { tickets } from './mixed/tickets.ts';
import { missions } from './mixed/missions.ts';
import { records } from './mixed/records.ts';
import { account } from './mixed/account.ts';
import { pages } from './mixed/pages.ts';
import { shell } from './mixed/shell.ts';

/** The default language: the specification's own sentences, Turkish and English as it has them, to the letter. */
export const mixed = {
  locale: 'en' as 'en' | 'tr',
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
  /** What the server's refusals read like, by their code; empty where its own message is shown. */
  refusals: {} as Readonly<Partial<Record<RefusalCode | 'internal', string>>>,
  /** What sentences of the contract and the server read like, by that sentence; empty where they are shown as they are. */
  sentences: {} as Readonly<Partial<Record<string, string>>>,
};

/** Every sentence of the interface. The full languages have the same keys, or they do not compile. */
export type Catalogue = typeof mixed;
