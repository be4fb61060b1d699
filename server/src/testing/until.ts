import { setTimeout as sleep } from 'node:timers/promises';

/** A wait fails only if what it waits for never happens: long enough for any machine. */
const TIMEOUT_MS = 180_000;
const POLL_MS = 50;

type Wait = { readonly timeoutMs?: number; readonly pollMs?: number };

/** Polls until `find` returns something other than false and undefined. Throws a sentence with `what` after the timeout. */
export async function until<Result>(
  what: string,
  find: () => Promise<Result | undefined | false> | Result | undefined | false,
  { timeoutMs = TIMEOUT_MS, pollMs = POLL_MS }: Wait = {},
): Promise<Result> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadlineMs) throw new Error(`waited ${timeoutMs / 1_000} s in vain for ${what}`);
    await sleep(pollMs);
  }
}
