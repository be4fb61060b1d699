import { type HiddenPlayer, hidePlayer } from '@karat/contract/chat';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { currentText, currentWords } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { showToast } from '#ui/toast.ts';
import { useChat } from './chat-state.ts';
import { words } from './words/chat-text.ts';

/** Shows a toast with the refusal, or with a network error. */
export function showFailure(error: unknown): void {
  if (isUnauthenticated(error)) return;
  const t = currentText();
  const hasReason = error instanceof ApiRefusal && error.message !== '';
  showToast('error', hasReason ? textOfRefusal(t, error) : t.toasts.networkError);
}

/** Hides a player's messages, or shows them again. */
export async function setHidden(
  { id, username }: Pick<HiddenPlayer, 'id' | 'username'>,
  isHidden: boolean,
): Promise<void> {
  try {
    const { data } = await call(hidePlayer, { body: { userId: id, isHidden } });
    useChat.setState({ hidden: data });
    const { nowHidden, nowShown } = currentWords(words);
    showToast('success', isHidden ? nowHidden(username) : nowShown(username));
  } catch (error) {
    showFailure(error);
  }
}
