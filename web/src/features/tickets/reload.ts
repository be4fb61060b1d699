import { useEffect } from 'react';
import { showToast } from '#ui/toast.ts';

const LEFT_KEY = 'told-after-reload';

/** The browser's reload, replaceable in tests. */
export const browser = { reload: () => window.location.reload() };

/** Reloads the page, which then shows the message as a success toast. */
export function reloadAndTell(message: string): void {
  try {
    sessionStorage.setItem(LEFT_KEY, message);
  } catch {
    // Without storage the reloaded page shows the result, but no toast.
  }
  browser.reload();
}

/** Shows once the message that the previous page left. */
export function useLeftMessage(): void {
  useEffect(() => {
    const message = takeLeft();
    if (message !== null) showToast('success', message);
  }, []);
}

function takeLeft(): string | null {
  try {
    const message = sessionStorage.getItem(LEFT_KEY);
    sessionStorage.removeItem(LEFT_KEY);
    return message;
  } catch {
    return null;
  }
}
