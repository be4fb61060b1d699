import { LIMIT_DIAMONDS_MAX, type PlayLimit } from '@karat/contract/safer-play';

/** The used part of a limit in whole percent; a limit of 0 is used up. */
export function usedPercent({ used, allowed }: { used: number; allowed: number }): number {
  if (used >= allowed) return 100;
  return Math.max(0, Math.floor((used / allowed) * 100));
}

/** A parsed limit: diamonds, null for no limit, or what is wrong. */
export type ParsedLimit = { readonly allowed: number | null } | { readonly problem: 'unclear' | 'tooLarge' };

/** Parses plain digits or the site's grouping (1.000). */
export function parseLimit(text: string): ParsedLimit {
  const digits = text.trim();
  if (digits === '') return { allowed: null };
  if (!/^\d+$|^\d{1,3}(\.\d{3})+$/.test(digits)) return { problem: 'unclear' };
  const allowed = Number(digits.replaceAll('.', ''));
  return allowed > LIMIT_DIAMONDS_MAX ? { problem: 'tooLarge' } : { allowed };
}

/** A request for a less strict limit waits a day before it can be confirmed. */
const CONFIRMATION_DELAY_MS = 24 * 60 * 60 * 1_000;

/** Computes when a limit was requested from the time at which it can be confirmed. */
export function requestTimeFromDue(dueAt: string): string {
  return new Date(Date.parse(dueAt) - CONFIRMATION_DELAY_MS).toISOString();
}

/** The limit of the same kind and period. */
export function findLimit(limits: readonly PlayLimit[], { kind, period }: Pick<PlayLimit, 'kind' | 'period'>) {
  return limits.find((limit) => limit.kind === kind && limit.period === period);
}
