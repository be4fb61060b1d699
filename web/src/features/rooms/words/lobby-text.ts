import { useWords } from '#i18n/i18n.ts';
import { enLobby } from './lobby-en.ts';
import { type LobbyCatalogue, mixedLobby } from './lobby-mixed.ts';
import { trLobby } from './lobby-tr.ts';

export const words = { mixed: mixedLobby, tr: trLobby, en: enLobby };

/** Texts of the room list and of the form for a new room, in the current language. Only pages that need them load them. */
export function useLobbyText(): LobbyCatalogue {
  return useWords(words);
}
