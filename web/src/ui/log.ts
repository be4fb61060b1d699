/** A failure that the player is not told about: kept where a developer finds it. */
export function logFailure(what: string, why?: unknown): void {
  // oxlint-disable-next-line no-console -- the console is the only place a browser has for it
  console.error(what, why instanceof Error ? why.message : (why ?? ''));
}
