import { useWords } from '#i18n/i18n.ts';
import { enRoom } from './room-en.ts';
import { type RoomCatalogue, mixedRoom } from './room-mixed.ts';
import { trRoom } from './room-tr.ts';

export const words = { mixed: mixedRoom, tr: trRoom, en: enRoom };

/** The sentences of a room's page; they come with it, because no other page needs them. */
export function useRoomText(): RoomCatalogue {
  return useWords(words);
}
