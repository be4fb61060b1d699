import { newIdempotencyKey } from './api.ts';

/** One key per text, so that a retry after a lost response takes effect once, and a deliberate repeat takes effect again. */
export function createTextKeys(): { keyOf: (wording: string) => string; clear: () => void } {
  let attempt: { readonly wording: string; readonly key: string } | undefined;
  return {
    keyOf: (wording) => {
      if (attempt?.wording !== wording) attempt = { wording, key: newIdempotencyKey() };
      return attempt.key;
    },
    clear: () => {
      attempt = undefined;
    },
  };
}
