import { type LobbyCatalogue, mixedLobby } from './lobby-mixed.ts';

/** Texts of the room list and of the form for a new room in English. */
export const enLobby: LobbyCatalogue = { ...mixedLobby, created: 'Your room is open.', createRoom: 'Create room' };
