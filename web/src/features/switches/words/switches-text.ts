import { useWords } from '#i18n/i18n.ts';
import { mixedSwitches, type SwitchesCatalogue } from './mixed.ts';
import { trSwitches } from './tr.ts';

export const words = { mixed: mixedSwitches, tr: trSwitches, en: mixedSwitches };

/** Texts at the top of every page, in the current language. */
export function useSwitchesText(): SwitchesCatalogue {
  return useWords(words);
}
