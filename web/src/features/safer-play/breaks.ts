import type { SaferPlay } from '@karat/contract/safer-play';
import { create } from 'zustand';

type Breaks = Pick<SaferPlay, 'breakUntil' | 'excludedUntil'>;

export const NO_BREAKS: Breaks = { breakUntil: null, excludedUntil: null };

/** Ends of the player's break and exclusion, as far as known. */
export const useBreaks = create<Breaks>(() => NO_BREAKS);
