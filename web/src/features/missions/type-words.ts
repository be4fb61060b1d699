import { parseMissionType } from '@karat/rules/missions';
import type { Catalogue } from '#i18n/mixed.ts';

/** What a mission asks for, "Open 10 cases · daily"; undefined for a type that is not one of the site's. */
export function typeWords(
  { missionDesk }: Catalogue,
  { type, target }: { type: string; target: number },
): string | undefined {
  const parsed = parseMissionType(type);
  if (!parsed) return undefined;
  const { event, period, caseName = '' } = parsed;
  return `${missionDesk.asks[event](target, caseName)} · ${missionDesk.periodNotes[period]}`;
}
