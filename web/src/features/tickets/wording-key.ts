import { newIdempotencyKey } from '#core/api.ts';

/** One key for one wording: sent again after a lost answer it is done once, sent again on purpose it is done twice. */
export function createWordingKeys(): { keyOf: (wording: string) => string; forget: () => void } {
  let attempt: { readonly wording: string; readonly key: string } | undefined;
  return {
    keyOf: (wording) => {
      if (attempt?.wording !== wording) attempt = { wording, key: newIdempotencyKey() };
      return attempt.key;
    },
    forget: () => {
      attempt = undefined;
    },
  };
}
