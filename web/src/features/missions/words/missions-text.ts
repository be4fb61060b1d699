import { useWords } from '#i18n/i18n.ts';
import { enMissions } from './en.ts';
import { type MissionsCatalogue, mixedMissions } from './mixed.ts';
import { trMissions } from './tr.ts';

export const words = { mixed: mixedMissions, tr: trMissions, en: enMissions };

/** Texts of the missions, in the current language. */
export function useMissionsText(): MissionsCatalogue {
  return useWords(words);
}
