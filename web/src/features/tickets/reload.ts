import { useEffect } from 'react';
import { showToast } from '#ui/toast.ts';

const LEFT_KEY = 'told-after-reload';

/** The browser's own reload, where a test can stand in its place. */
export const browser = { reload: () => window.location.reload() };

/** Loads the page anew; what was done is told by the page that comes, as a toast of success. */
export function reloadAndTell(message: string): void {
  try {
    sessionStorage.setItem(LEFT_KEY, message);
  } catch {
    // Where nothing may be stored, the page that comes shows what was done and says nothing.
  }
  browser.reload();
}

/** Tells once what the page before this one has left to be told. */
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
