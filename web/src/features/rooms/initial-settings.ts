import { newRoom } from '@karat/contract/room-forms';
import { MAPS, PLAYER_COUNTS } from '@karat/rules/rooms';
import { readStored } from '#core/storage.ts';
import { type RoomSettings, SETTINGS_KEY } from './last-settings.ts';
import { nearestLocation } from './nearest-location.ts';

/** The settings of the last room that was created in this browser; before the first, a free 1v1 on the nearest server. */
export function readLastSettings(): RoomSettings {
  const fallback: RoomSettings = {
    map: MAPS[0],
    player_count: PLAYER_COUNTS[0],
    server_location: nearestLocation(),
    ticketPrice: 0,
  };
  try {
    const last = newRoom.safeParse(JSON.parse(readStored(SETTINGS_KEY) ?? 'null'));
    return last.success ? last.data : fallback;
  } catch {
    return fallback;
  }
}
