import type { RefusalCode } from '@karat/contract/refusal';
import { pages } from './mixed/pages.ts';
import { shared } from './mixed/shared.ts';
import { shell } from './mixed/shell.ts';

/** The default language: the specification's own sentences, Turkish and English as it has them, to the letter. */
export const mixed = {
  locale: 'en' as 'en' | 'tr',
  ...shell,
  ...pages,
  ...shared,
  /** What the server's refusals read like, by their code; empty where its own message is shown. */
  refusals: {} as Readonly<Partial<Record<RefusalCode | 'internal', string>>>,
  /** What sentences of the contract and the server read like, by that sentence; empty where they are shown as they are. */
  sentences: {} as Readonly<Partial<Record<string, string>>>,
};

/** Texts of the shell and those that several features share. The full languages have the same keys, or they do not compile. */
export type Catalogue = typeof mixed;
