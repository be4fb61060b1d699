import type { SwitchesCatalogue } from './mixed.ts';

/** Texts at the top of every page, in Turkish. */
export const trSwitches: SwitchesCatalogue = {
  dismiss: 'Duyuruyu kapat',
};
