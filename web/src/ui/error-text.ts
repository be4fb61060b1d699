import { ApiRefusal, isUnauthenticated } from '#core/api.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfRefusal } from '#i18n/refusals.ts';

/** The text of an error; undefined for an ended session, which the sign-in form already explains. */
export function errorText(t: Catalogue, error: unknown): string | undefined {
  if (isUnauthenticated(error)) return undefined;
  if (!(error instanceof ApiRefusal)) return t.toasts.networkError;
  return textOfRefusal(t, error) || t.views.error;
}
