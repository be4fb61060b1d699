import { ApiRefusal, isUnauthenticated } from '#core/api.ts';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';

/** Says why something was not done: in the server's words, or that it was not reached. */
export function tellFailure(error: unknown): void {
  // The form to sign in is open already.
  if (isUnauthenticated(error)) return;
  const t = currentText();
  if (!(error instanceof ApiRefusal)) showToast('error', t.toasts.networkError);
  else showToast('error', textOfRefusal(t, error) || t.views.error);
}

/** The server said no for this reason. */
export function isRefused(error: unknown, code: ApiRefusal['code']): boolean {
  return error instanceof ApiRefusal && error.code === code;
}
