import { create } from 'zustand';
import { store, readStored } from './storage.ts';

const PREFERENCES_KEY = 'case-preferences';

type Preferences = { readonly isFast: boolean; readonly isMuted: boolean };

/** The player's preferences for opening cases, stored in the browser. */
export const usePreferences = create<Preferences>(() => ({ isFast: false, isMuted: false, ...storedPreferences() }));

export function setPreference(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  store(PREFERENCES_KEY, JSON.stringify(usePreferences.getState()));
}

function storedPreferences(): Partial<Preferences> {
  try {
    const { isFast, isMuted } = JSON.parse(readStored(PREFERENCES_KEY) ?? '{}') as Partial<Preferences>;
    return { isFast: isFast === true, isMuted: isMuted === true };
  } catch {
    return {};
  }
}
