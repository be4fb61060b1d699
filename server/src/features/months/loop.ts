import type { Deps } from '#deps.ts';
import { repeatWork } from '#repeat-work.ts';
import { dropMonths, prepareMonths } from './months.ts';
import { sealEndedMonths } from './sealing.ts';

const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;

/** Prepares, drops and seals months soon after the start and then hourly. What failed is repeated. */
export async function monthsLoop(
  deps: Pick<Deps, 'db' | 'env' | 'live' | 'log'>,
  signal: AbortSignal,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const preparing = { work: () => prepareMonths(deps), failed: 'Preparing months failed' };
  const dropping = { work: () => dropMonths(deps), failed: 'Dropping months failed' };
  const sealing = { work: () => sealEndedMonths(deps, { signal }), failed: 'Sealing months failed' };
  await Promise.all(
    [preparing, dropping, sealing].map((each) => repeatWork(deps, signal, { ...each, firstAfterMs, everyMs })),
  );
}
