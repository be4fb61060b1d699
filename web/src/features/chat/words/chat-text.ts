import { useWords } from '#i18n/i18n.ts';
import { enChat } from './en.ts';
import { type ChatCatalogue, mixedChat } from './mixed.ts';
import { trChat } from './tr.ts';

export const words = { mixed: mixedChat, tr: trChat, en: enChat };

/** Texts of the chat, in the current language. */
export function useChatText(): ChatCatalogue {
  return useWords(words);
}
