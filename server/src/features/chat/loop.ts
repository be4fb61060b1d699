import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { deleteOldChatData } from './chat.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/** Runs daily and soon after a start, so that a site that restarts daily deletes old messages too. */
export async function chatLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await wait(firstAfterMs); !signal.aborted; await wait(everyMs)) {
    await deleteOldChatData(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'Deleting old chat messages failed'),
    );
  }
}
