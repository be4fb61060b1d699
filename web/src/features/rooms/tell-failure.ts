import { ApiRefusal, isUnauthenticated } from '#core/api.ts';
import { wayToRules } from '#features/safer-play/safer-play.tsx';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';

/** Shows a toast with the refusal, or that the server was not reached. */
export function tellFailure(error: unknown): void {
  // The sign-in form is already open.
  if (isUnauthenticated(error)) return;
  const t = currentText();
  if (!(error instanceof ApiRefusal)) showToast('error', t.toasts.networkError);
  else showToast('error', textOfRefusal(t, error) || t.views.error, wayToRules(t, error.code));
}

export function isAgeAsked(error: unknown): boolean {
  return error instanceof ApiRefusal && error.code === 'age_unconfirmed';
}
