import { type PasskeyCatalogue, mixedPasskey } from './mixed.ts';

/** Texts about passkeys in English. */
export const enPasskey: PasskeyCatalogue = { ...mixedPasskey };
