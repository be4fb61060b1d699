import type { RealityCheck } from '@karat/contract/safer-play';
import type { Sql } from '#db/db.ts';

export type RealityRow = RealityCheck & {
  /** The check became due during play and is not confirmed yet. */
  readonly isUnconfirmed: boolean;
};

/** The current period of play, or one whose check is unconfirmed; otherwise a pause of half an hour ends it. */
export async function selectReality(sql: Sql, playerId: number): Promise<RealityRow> {
  const [row] = await sql<RealityRow>`
    select minutes, is_asked as "isUnconfirmed",
           case when is_asked or is_playing then playing_since end as "playingSince",
           case when is_asked or is_playing then reality_due_at end as "dueAt"
    from (
      select reality_minutes as minutes, playing_since, reality_due_at,
             coalesce(last_staked_at > now() - interval '30 minutes', false) as is_playing,
             coalesce(reality_due_at <= now() and reality_due_at < last_staked_at + interval '30 minutes', false) as is_asked
      from safer_play where player_id = ${playerId}
    ) as stretch`;
  return row ?? { minutes: 0, playingSince: null, dueAt: null, isUnconfirmed: false };
}

/** Applies a new interval to the current period of play; an interval of 0 clears it. */
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

/** The next check is due a full interval from now. */
export async function updateRealityConfirmed(sql: Sql, playerId: number): Promise<void> {
  await sql`
    update safer_play set reality_due_at = now() + reality_minutes * interval '1 minute' where player_id = ${playerId}`;
}
