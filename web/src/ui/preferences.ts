import { create } from 'zustand';

const KEY = 'case-preferences';

type Preferences = { readonly isFast: boolean; readonly isMuted: boolean };

/** How this player likes cases opened; kept in the browser. */
export const usePreferences = create<Preferences>(() => ({ isFast: false, isMuted: false, ...kept() }));

export function setPreference(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(usePreferences.getState()));
  } catch {
    // Nothing is lost but the memory.
  }
}

function kept(): Partial<Preferences> {
  try {
    const { isFast, isMuted } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    return { isFast: isFast === true, isMuted: isMuted === true };
  } catch {
    return {};
  }
}
