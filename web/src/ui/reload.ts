const LEFT_KEY = 'told-after-reload';

/** The browser's own reload, where a test can stand in its place. */
export const browser = { reload: () => window.location.reload() };

/** Loads the page anew; what was done is told by the page that comes, as a toast of success. */
export function reloadAndTell(message: string): void {
  sessionStorage.setItem(LEFT_KEY, message);
  browser.reload();
}

/** What the page before this one has left to be told, once. */
export function takeLeftMessage(): string | undefined {
  const message = sessionStorage.getItem(LEFT_KEY) ?? undefined;
  sessionStorage.removeItem(LEFT_KEY);
  return message;
}
