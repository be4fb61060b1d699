import { mixedSharing, type SharingCatalogue } from './sharing-mixed.ts';

/** Texts of the share pages in English. */
export const enSharing: SharingCatalogue = { ...mixedSharing, goHome: 'Duels' };
