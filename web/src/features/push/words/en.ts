import { mixedPush, type PushCatalogue } from './mixed.ts';

/** Texts about notifications on devices, in English. */
export const enPush: PushCatalogue = mixedPush;
