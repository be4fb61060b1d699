import { useEffect } from 'react';
import { showToast } from '#ui/toast.ts';

const MESSAGE_KEY = 'message-after-reload';

/** The browser's reload, replaceable in tests. */
export const browser = { reload: () => window.location.reload() };

/** Reloads the page, which then shows the message as a success toast. */
export function reloadWithToast(message: string): void {
  try {
    sessionStorage.setItem(MESSAGE_KEY, message);
  } catch {
    // Without storage the reloaded page shows the result, but no toast.
  }
  browser.reload();
}

/** Shows once the message that the previous page left. */
export function useToastAfterReload(): void {
  useEffect(() => {
    const message = takeStoredMessage();
    if (message !== null) showToast('success', message);
  }, []);
}

function takeStoredMessage(): string | null {
  try {
    const message = sessionStorage.getItem(MESSAGE_KEY);
    sessionStorage.removeItem(MESSAGE_KEY);
    return message;
  } catch {
    return null;
  }
}
