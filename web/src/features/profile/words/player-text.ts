import { useWords } from '#i18n/i18n.ts';
import { enPlayer } from './player-en.ts';
import { mixedPlayer, type PlayerCatalogue } from './player-mixed.ts';
import { trPlayer } from './player-tr.ts';

export const words = { mixed: mixedPlayer, tr: trPlayer, en: enPlayer };

/** Texts of public profiles, in the current language. */
export function usePlayerText(): PlayerCatalogue {
  return useWords(words);
}
