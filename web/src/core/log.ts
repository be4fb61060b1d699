/** An answer that is of no further use: kept where a developer finds it. */
export function logAnswer(what: string, answer: unknown): void {
  // oxlint-disable-next-line no-console -- as below
  console.info(what, answer);
}

/** A failure that the player is not told about: kept where a developer finds it. */
export function logFailure(what: string, why?: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the only place a browser has for it
  console.error(what, why instanceof Error ? why.message : (why ?? ''));
}
