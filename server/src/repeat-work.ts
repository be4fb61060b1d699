import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';

type Repeated = {
  readonly work: () => Promise<unknown>;
  /** The log message of a failure. */
  readonly failed: string;
  readonly firstAfterMs: number;
  readonly everyMs: number;
};

/** Repeats work until the signal aborts. A database outage or a bug does not end it. */
export async function repeatWork(
  { log }: Pick<Deps, 'log'>,
  signal: AbortSignal,
  { work, failed, firstAfterMs, everyMs }: Repeated,
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(firstAfterMs); !signal.aborted; await wait(everyMs)) {
    await work().catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error }, failed);
    });
  }
}

/** 10, 30, 90 … seconds. */
const FIRST_RETRY_MS = 10_000;
const RETRY_FACTOR = 3;
const RETRY_MS_MAX = 30 * 60_000;

/** How long to wait after this many failed attempts to send something. */
export function retryDelayMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1), RETRY_MS_MAX);
}

/** Resolves a moment after the signal aborts. */
export function untilStopped(signal: AbortSignal, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => void setTimeout(resolve, waitMs).unref();
    signal.addEventListener('abort', stop, { once: true });
  });
}
