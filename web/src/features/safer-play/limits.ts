import { LIMIT_DIAMONDS_MAX, type PlayLimit } from '@karat/contract/safer-play';

/** How much of a limit is used, in whole percent; a limit of nothing is used up. */
export function usedPercent({ used, allowed }: { used: number; allowed: number }): number {
  if (used >= allowed) return 100;
  return Math.max(0, Math.floor((used / allowed) * 100));
}

/** What a field means: diamonds, null for no limit where it is empty, or what is wrong with it. */
export type TypedLimit = { readonly allowed: number | null } | { readonly trouble: 'unclear' | 'tooLarge' };

/** Plain digits, or grouped as this site writes them. */
export function typedLimit(text: string): TypedLimit {
  const digits = text.trim();
  if (digits === '') return { allowed: null };
  if (!/^\d+$|^\d{1,3}(\.\d{3})+$/.test(digits)) return { trouble: 'unclear' };
  const allowed = Number(digits.replaceAll('.', ''));
  return allowed > LIMIT_DIAMONDS_MAX ? { trouble: 'tooLarge' } : { allowed };
}

/** A wish waits for a day before it can be confirmed. */
const WISH_WAITS_MS = 24 * 60 * 60 * 1_000;

/** When a looser limit was asked for, told from when it can be confirmed. */
export function askedAt(dueAt: string): string {
  return new Date(Date.parse(dueAt) - WISH_WAITS_MS).toISOString();
}

/** The limit of this kind and time among all. */
export function limitLike(limits: readonly PlayLimit[], { kind, period }: Pick<PlayLimit, 'kind' | 'period'>) {
  return limits.find((limit) => limit.kind === kind && limit.period === period);
}
