import type { Deps } from '#deps.ts';
import { repeatWork } from '#repeat-work.ts';
import { deleteOldChatData } from './chat.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 24 * 60 * 60_000;

/** Runs daily and soon after a start, so that a site that restarts daily deletes old messages too. */
export function chatLoop(
  deps: Pick<Deps, 'db' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const work = () => deleteOldChatData(deps);
  return repeatWork(deps, signal, { work, failed: 'Deleting old chat messages failed', firstAfterMs, everyMs });
}
