import type { newRoom } from '@karat/contract/room-forms';
import type * as z from 'zod/mini';
import { store } from '#core/storage.ts';

/** The settings of a new room. */
export type RoomSettings = z.output<typeof newRoom>;

export const SETTINGS_KEY = 'roomSettings';

/** Stores the settings for the next room. The form reads them in a file of its own, because only forms load the validation. */
export function storeLastSettings(settings: RoomSettings): void {
  store(SETTINGS_KEY, JSON.stringify(settings));
}
