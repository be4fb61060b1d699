import { create } from 'zustand';
import { store, readStored } from './storage.ts';

const PREFERENCES_KEY = 'case-preferences';

type Preferences = {
  readonly isFast: boolean;
  readonly isMuted: boolean;
  /** Whether a visit's first opening that costs more than half of the balance needs a confirmation. */
  readonly confirmsLargeSpends: boolean;
};

/** The player's preferences for opening cases, stored in the browser. */
export const usePreferences = create<Preferences>(() => storedPreferences());

export function setPreference(change: Partial<Preferences>): void {
  usePreferences.setState(change);
  store(PREFERENCES_KEY, JSON.stringify(usePreferences.getState()));
}

function storedPreferences(): Preferences {
  const { isFast, isMuted, confirmsLargeSpends } = parsePreferences();
  return { isFast: isFast === true, isMuted: isMuted === true, confirmsLargeSpends: confirmsLargeSpends !== false };
}

function parsePreferences(): Partial<Preferences> {
  try {
    return (JSON.parse(readStored(PREFERENCES_KEY) ?? '{}') ?? {}) as Partial<Preferences>;
  } catch {
    return {};
  }
}
