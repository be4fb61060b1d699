/** Logs a response that the page does not use. */
export function logResponse(message: string, answer: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the only log a browser has
  console.info(message, answer);
}

/** Logs a failure that the player does not see. */
export function logError(message: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the only log a browser has
  console.error(message, cause instanceof Error ? cause.message : (cause ?? ''));
}
