import { parseMissionType } from '@karat/rules/missions';
import type { AdminCatalogue } from './words/admin-mixed.ts';

/** The task as text, "Open 10 cases · daily"; undefined for an unknown type. */
export function typeWords(
  { missions }: AdminCatalogue,
  { type, target }: { type: string; target: number },
): string | undefined {
  const parsed = parseMissionType(type);
  if (!parsed) return undefined;
  const { event, period, caseName = '' } = parsed;
  return `${missions.asks[event](target, caseName)} · ${missions.periodNotes[period]}`;
}
