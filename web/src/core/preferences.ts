import { create } from 'zustand';
import { keep, kept } from './storage.ts';

const KEY = 'case-preferences';

type Preferences = { readonly isFast: boolean; readonly isMuted: boolean };

/** The player's preferences for opening cases, stored in the browser. */
export const usePreferences = create<Preferences>(() => ({ isFast: false, isMuted: false, ...remembered() }));

export function setPreference(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  keep(KEY, JSON.stringify(usePreferences.getState()));
}

function remembered(): Partial<Preferences> {
  try {
    const { isFast, isMuted } = JSON.parse(kept(KEY) ?? '{}') as Partial<Preferences>;
    return { isFast: isFast === true, isMuted: isMuted === true };
  } catch {
    return {};
  }
}
