import { type RoomCatalogue, mixedRoom } from './room-mixed.ts';

/** Texts of the room page in English. */
export const enRoom: RoomCatalogue = { ...mixedRoom, info: 'About this room' };
