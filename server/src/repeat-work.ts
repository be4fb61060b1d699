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
