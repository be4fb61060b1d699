import { ApiRefusal, isUnauthenticated } from '#core/api.ts';
import { currentText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';

/** Shows a toast with the refusal, or that the server was not reached. */
export function showFailure(error: unknown): void {
  // The sign-in form is already open.
  if (isUnauthenticated(error)) return;
  const t = currentText();
  if (!(error instanceof ApiRefusal)) showToast('error', t.toasts.networkError);
  else showToast('error', textOfRefusal(t, error) || t.views.error);
}

/** Whether the server refused with this code. */
export function isRefused(error: unknown, code: ApiRefusal['code']): boolean {
  return error instanceof ApiRefusal && error.code === code;
}
