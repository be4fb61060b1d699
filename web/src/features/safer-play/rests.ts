import type { SaferPlay } from '@karat/contract/safer-play';
import { create } from 'zustand';

type Rests = Pick<SaferPlay, 'breakUntil' | 'excludedUntil'>;

export const NO_RESTS: Rests = { breakUntil: null, excludedUntil: null };

/** Ends of the player's break and exclusion, as far as known. */
export const useRests = create<Rests>(() => NO_RESTS);
