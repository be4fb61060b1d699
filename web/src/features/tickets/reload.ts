import { useEffect } from 'react';
import { showToast } from '#ui/toast.tsx';

const LEFT_KEY = 'told-after-reload';

/** The browser's own reload, where a test can stand in its place. */
export const browser = { reload: () => window.location.reload() };

/** Loads the page anew; what was done is told by the page that comes, as a toast of success. */
export function reloadAndTell(message: string): void {
  sessionStorage.setItem(LEFT_KEY, message);
  browser.reload();
}

/** Tells once what the page before this one has left to be told. */
export function useLeftMessage(): void {
  useEffect(() => {
    const message = sessionStorage.getItem(LEFT_KEY);
    sessionStorage.removeItem(LEFT_KEY);
    if (message !== null) showToast('success', message);
  }, []);
}
