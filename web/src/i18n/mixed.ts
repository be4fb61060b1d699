import type { RefusalCode } from '@karat/contract/refusal';
import { pages } from './mixed/pages.ts';
import { shared } from './mixed/shared.ts';
import { shell } from './mixed/shell.ts';

/** The default language: the specification's own sentences to the letter, some Turkish, some English. */
export const mixed = {
  locale: 'en' as 'en' | 'tr',
  ...shell,
  ...pages,
  ...shared,
  /** Texts of refusals by code; empty where the server's own message is shown. */
  refusals: {} as Readonly<Partial<Record<RefusalCode | 'internal', string>>>,
  /** Translations of sentences of the contract and the server; empty where these are shown as they are. */
  sentences: {} as Readonly<Partial<Record<string, string>>>,
};

/** Texts of the shell and those that several features share. The type makes the other languages have the same keys. */
export type Catalogue = typeof mixed;
