import type { Deps } from '#deps.ts';
import type { LiveServer } from '#live/live.ts';
import { readProgress } from './mission-progress.ts';

/** Sends players who made progress their current state in all missions. */
export function missionSocket(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  live.onRefresh('MISSION_PROGRESS', async (playerIds) => {
    const progressByPlayer = await readProgress(db.sql, playerIds);
    return new Map([...progressByPlayer].map(([playerId, data]) => [playerId, { data }]));
  });
}
