import { mixedPlayer, type PlayerCatalogue } from './player-mixed.ts';

/** Texts of public profiles in English. */
export const enPlayer: PlayerCatalogue = { ...mixedPlayer, steamProfile: 'Steam profile' };
