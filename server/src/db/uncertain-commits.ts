import { setTimeout as sleep } from 'node:timers/promises';
import { mayBeCommitted } from './session.ts';

const PROBE_EVERY_MS = 500;

/** Reports transactions that may have been committed, together, once the database answers again. */
export function createUncertainCommits(isUp: () => Promise<boolean>) {
  const listeners = new Set<() => void>();
  const closing = new AbortController();
  let isWaiting = false;

  async function report(): Promise<void> {
    do await sleep(PROBE_EVERY_MS, undefined, { signal: closing.signal, ref: false });
    while (!(await isUp()));
    isWaiting = false;
    for (const listener of listeners) listener();
  }

  function note(): void {
    if (isWaiting) return;
    isWaiting = true;
    // Only a closed database ends the wait.
    report().catch(() => undefined);
  }

  return {
    watch<T>(transaction: Promise<T>): Promise<T> {
      return transaction.catch((error: unknown) => {
        if (mayBeCommitted(error)) note();
        throw error;
      });
    },
    onUncertain(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => closing.abort(),
  };
}
