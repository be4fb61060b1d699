import { create } from 'zustand';

/** How many rewards the player can claim; 0 until known. */
export const useClaimable = create<{ readonly count: number }>(() => ({ count: 0 }));
