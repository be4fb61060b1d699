import { setTimeout as sleep } from 'node:timers/promises';
import type { Calendar } from './calendar.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';
import type { Tally } from './tally.ts';

/** How often each of them comes, against the others. */
const KINDS = { 'kill -9 of the site': 4, 'kill -9 of the store': 2, 'power cut': 2, restart: 2, freeze: 2 } as const;
type Kind = keyof typeof KINDS;

const AWAY_MAX_MS = 2_500;
const FROZEN_MS = { min: 200, max: 8_000 };
/** How often fate is asked whether the time has come. */
const TURN_MS = 200;

type FateDeps = {
  readonly site: Site;
  readonly calendar: Calendar;
  readonly random: Random;
  readonly tally: Tally;
  readonly kills: number;
};

async function strike({ site, random }: FateDeps, kind: Kind): Promise<void> {
  if (kind === 'freeze') return site.freezeFor(random.whole(FROZEN_MS.min, FROZEN_MS.max));
  if (kind === 'kill -9 of the store') return site.loseStore();
  if (kind === 'restart') await site.stop();
  else if (kind === 'power cut') await site.cutPower();
  else await site.kill();
  await sleep(random.whole(0, AWAY_MAX_MS));
  return site.start();
}

/**
 * Strikes so many times in the week, once in each of as many equal spans and at any moment of it, and brings the site back each
 * time.
 */
export async function runFate(deps: FateDeps): Promise<void> {
  const { calendar, random, tally, kills } = deps;
  const due = Array.from({ length: kills }, (_, span) => (span + random.next()) / kills);
  for (const moment of due) {
    while (calendar.gone() < moment) await sleep(TURN_MS);
    const kind = random.weighted(KINDS);
    tally.killed(kind);
    await strike(deps, kind);
  }
}
