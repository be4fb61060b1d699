import { type LobbyCatalogue, mixedLobby } from './lobby-mixed.ts';

/** What the list of rooms and the form for a new one say in English. */
export const enLobby: LobbyCatalogue = { ...mixedLobby, created: 'Your room is open.', createRoom: 'Create room' };
