import { setTimeout as sleep } from 'node:timers/promises';
import type { Calendar } from './calendar.ts';
import type { Random } from '#sandbox/player-actions/random.ts';
import type { Site } from './site.ts';
import type { Results } from './results.ts';

/** Relative frequency of each fault. */
const KINDS = {
  'kill -9 of the site': 4,
  'kill -9 of the database': 2,
  'power cut': 2,
  restart: 2,
  freeze: 2,
} as const;
type Kind = keyof typeof KINDS;

const DOWN_MAX_MS = 2_500;
const FROZEN_MS = { min: 200, max: 8_000 };
const POLL_MS = 200;

type FaultDeps = {
  readonly site: Site;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly results: Results;
  readonly kills: number;
};

async function injectFault({ site, random }: FaultDeps, kind: Kind): Promise<void> {
  if (kind === 'freeze') return site.freezeFor(random.integer(FROZEN_MS.min, FROZEN_MS.max));
  if (kind === 'kill -9 of the database') return site.killDatabase();
  if (kind === 'restart') await site.stop();
  else if (kind === 'power cut') await site.cutPower();
  else await site.kill();
  await sleep(random.integer(0, DOWN_MAX_MS));
  return site.start();
}

/**
 * Divides the week into `kills` equal spans, injects one fault at a random moment of each, and waits until the site is back.
 */
export async function injectFaults(deps: FaultDeps): Promise<void> {
  const { calendar, random, results, kills } = deps;
  const due = Array.from({ length: kills }, (_, span) => (span + random.next()) / kills);
  for (const moment of due) {
    while (calendar.elapsed() < moment) await sleep(POLL_MS);
    const kind = random.weighted(KINDS);
    results.killed(kind);
    await injectFault(deps, kind);
  }
}
