import { useWords } from '#i18n/i18n.ts';
import { enLobby } from './lobby-en.ts';
import { type LobbyCatalogue, mixedLobby } from './lobby-mixed.ts';
import { trLobby } from './lobby-tr.ts';

export const words = { mixed: mixedLobby, tr: trLobby, en: enLobby };

/** The sentences about rooms to come; they come with the pages that need them. */
export function useLobbyText(): LobbyCatalogue {
  return useWords(words);
}
