import { useWords } from '#i18n/i18n.ts';
import { enRoom } from './room-en.ts';
import { type RoomCatalogue, mixedRoom } from './room-mixed.ts';
import { trRoom } from './room-tr.ts';

export const words = { mixed: mixedRoom, tr: trRoom, en: enRoom };

/** Texts of the room page, in the current language. Only that page loads them. */
export function useRoomText(): RoomCatalogue {
  return useWords(words);
}
