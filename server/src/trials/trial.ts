import { until } from '#testing/until.ts';
import type { Load } from './load.ts';
import { selectEpoch, selectLastRound } from './queries.ts';
import type { Fleet, Place } from './start-fleet.ts';

type LoadSettings = {
  /** Each player uses one process directly. */
  readonly isDirect?: boolean;
  readonly hasStaff?: boolean;
  /** The trial starts the players itself. */
  readonly isIdle?: boolean;
};

/** What a trial works with. */
export type Stage = {
  readonly fleet: Fleet;
  readonly isQuick: boolean;
  /** Starts players who act until the trial has ended, each with a tab at every process. */
  startLoad(settings?: LoadSettings): Promise<Load>;
  /** Counts operations other than those of the players. */
  addAcknowledged(count: number): void;
  breach: Load['results']['breach'];
  print(line: string): void;
};

/** A rehearsed failure. Resolves to what was done, in a few words. */
export type Trial = {
  readonly name: string;
  run(stage: Stage): Promise<string>;
};

/** Rounds show best whether a leader works: each state follows from the one before. */
export const LOOP = 'roulette';

/** Waits until one process leads the loop, and tells which. */
export async function findLeader({ db, places }: Fleet, loop: string): Promise<{ leader: Place; epoch: number }> {
  return until(`a leader of ${loop}`, async () => {
    const epoch = await selectEpoch(db.sql, loop);
    const taken = `"name":"${loop}","epoch":${epoch},"msg":"Lease taken"`;
    const leader = places.find(
      (place) => place.isRunning() && place.process().output.some((line) => line.includes(taken)),
    );
    return leader && { leader, epoch };
  });
}

/** Waits until another process leads the loop. */
export async function untilLedByAnother({ db }: Fleet, loop: string, epoch: number): Promise<void> {
  await until(`another process to lead ${loop}`, async () => (await selectEpoch(db.sql, loop)) > epoch);
}

/** Waits until this many rounds that begin from now on have ended. */
export async function untilRoundsEnded({ db }: Fleet, count: number): Promise<void> {
  const { id } = await selectLastRound(db.sql);
  await until(`${count} more rounds`, async () => (await selectLastRound(db.sql)).id > id + count);
}

/** Waits until the process serves players and the load balancer uses it. */
export async function untilServing(fleet: Fleet, places: readonly Place[]): Promise<void> {
  for (const place of places) await fleet.untilUsed(place);
}
