import type { Catalogue } from '#i18n/mixed.ts';
import { errorText } from './error-text.ts';
import { showToast } from './toast.ts';

/** Shows the text of an error as a toast. */
export function showError(t: Catalogue, error: unknown): void {
  const text = errorText(t, error);
  if (text !== undefined) showToast('error', text);
}
