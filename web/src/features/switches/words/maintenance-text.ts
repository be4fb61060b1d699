import { useWords } from '#i18n/i18n.ts';
import { type MaintenanceCatalogue, mixedMaintenance } from './maintenance-mixed.ts';
import { trMaintenance } from './maintenance-tr.ts';

export const words = { mixed: mixedMaintenance, tr: trMaintenance, en: mixedMaintenance };

/** Texts of the maintenance page, which are loaded with it. */
export function useMaintenanceText(): MaintenanceCatalogue {
  return useWords(words);
}
