import { type ChatCatalogue, mixedChat as mixed } from './mixed.ts';

/** Texts of the chat in English. */
export const enChat: ChatCatalogue = {
  ...mixed,
  title: 'Chat',
  room: 'Room chat',
};
