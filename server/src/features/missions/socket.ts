import type { Deps } from '#deps.ts';
import type { LiveServer } from '#live/live.ts';
import { standingsOf } from './standings.ts';

/** Whoever has done something towards a mission is told where they now stand in all of them. */
export function missionNews(live: LiveServer, { db }: Pick<Deps, 'db'>): void {
  live.onRefresh('MISSION_PROGRESS', async (playerIds) => {
    const standings = await standingsOf(db.sql, playerIds);
    return new Map([...standings].map(([playerId, data]) => [playerId, { data }]));
  });
}
