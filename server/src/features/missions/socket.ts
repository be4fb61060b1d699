import type { Deps } from '#deps.ts';
import type { LiveServer } from '#live/live.ts';
import { standingsOf } from './standings.ts';

/** Sends players who made progress their current state in all missions. */
export function missionNews(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  live.onRenew('MISSION_PROGRESS', async (playerIds) => {
    const standings = await standingsOf(db.sql, playerIds);
    return new Map([...standings].map(([playerId, data]) => [playerId, { data }]));
  });
}
