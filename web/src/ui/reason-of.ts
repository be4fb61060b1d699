import { ApiRefusal, isUnauthenticated } from '#core/api.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

/** Why something was not done; undefined where the form to sign in says it already. */
export function reasonOf(t: Catalogue, error: unknown): string | undefined {
  if (isUnauthenticated(error)) return undefined;
  if (!(error instanceof ApiRefusal)) return t.toasts.networkError;
  return textOfRefusal(t, error) || t.views.error;
}
