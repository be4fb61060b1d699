import { type RoomCatalogue, mixedRoom } from './room-mixed.ts';

/** What the page of a room says in English. */
export const enRoom: RoomCatalogue = { ...mixedRoom, info: 'About this room' };
