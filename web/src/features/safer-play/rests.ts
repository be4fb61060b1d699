import type { SaferPlay } from '@karat/contract/safer-play';
import { create } from 'zustand';

type Rests = Pick<SaferPlay, 'breakUntil' | 'excludedUntil'>;

export const NO_RESTS: Rests = { breakUntil: null, excludedUntil: null };

/** Until when the player rests from playing, as far as the server has told. */
export const useRests = create<Rests>(() => NO_RESTS);
