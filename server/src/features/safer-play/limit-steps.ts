/** A limit of a player's own as it is; null where there is none. */
export type Standing = {
  readonly allowed: number | null;
  /** The looser one that was asked for, unless that was too long ago. */
  readonly asked: { readonly allowed: number | null } | null;
};

/** What a wish for a limit leads to: it holds at once, it has to wait, or it changes nothing. */
export type LimitStep = 'holds' | 'waits' | 'stays';

/** No limit at all is the loosest. */
const looseness = (allowed: number | null): number => allowed ?? Number.POSITIVE_INFINITY;

/** Tighter at once, looser later. Asking again for what was asked for does not begin the wait anew. */
export function limitStep({ allowed, asked }: Standing, wanted: number | null): LimitStep {
  if (looseness(wanted) < looseness(allowed)) return 'holds';
  if (wanted === allowed) return 'stays';
  return asked !== null && asked.allowed === wanted ? 'stays' : 'waits';
}
