import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { cleanChatUp } from './chat.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/** Once a day, and soon after a start: a site that is restarted daily forgets too. */
export async function chatLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const rest = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
  for (await rest(firstAfterMs); !signal.aborted; await rest(everyMs)) {
    await cleanChatUp(deps).catch((error: unknown) => deps.log.error({ err: error }, 'the chat was not cleaned up'));
  }
}
