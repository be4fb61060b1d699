import type { RealityCheck } from '@karat/contract/safer-play';
import type { Sql } from '#db/db.ts';

export type RealityRow = RealityCheck & {
  /** The question has come while the stretch went on, and was not answered. */
  readonly isAsked: boolean;
};

/** The stretch of play that goes on, or whose question waits for an answer: a pause of half an hour ends it otherwise. */
export async function selectReality(sql: Sql, playerId: number): Promise<RealityRow> {
  const [row] = await sql<RealityRow>`
    select minutes, is_asked as "isAsked",
           case when is_asked or is_playing then playing_since end as "playingSince",
           case when is_asked or is_playing then reality_due_at end as "dueAt"
    from (
      select reality_minutes as minutes, playing_since, reality_due_at,
             coalesce(last_staked_at > now() - interval '30 minutes', false) as is_playing,
             coalesce(reality_due_at <= now() and reality_due_at < last_staked_at + interval '30 minutes', false) as is_asked
      from safer_play where player_id = ${playerId}
    ) as stretch`;
  return row ?? { minutes: 0, playingSince: null, dueAt: null, isAsked: false };
}

/** A stretch that goes on is asked about by the new minutes; without any it is forgotten. */
export async function updateRealityMinutes(sql: Sql, playerId: number, minutes: number): Promise<void> {
  await sql`
    update safer_play
    set reality_minutes = ${minutes},
        reality_due_at = case when ${minutes} > 0
          then reality_due_at + (${minutes} - reality_minutes) * interval '1 minute' end,
        playing_since = case when ${minutes} > 0 then playing_since end,
        last_staked_at = case when ${minutes} > 0 then last_staked_at end
    where player_id = ${playerId}`;
}

/** The next question comes so many minutes from now. */
export async function updateAnswered(sql: Sql, playerId: number): Promise<void> {
  await sql`
    update safer_play set reality_due_at = now() + reality_minutes * interval '1 minute' where player_id = ${playerId}`;
}
