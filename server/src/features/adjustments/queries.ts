import type { Sql } from '#db/db.ts';

export type NewAdjustment = {
  readonly playerId: number;
  readonly amount: number;
  readonly reason: string;
  readonly actorId: number;
};

/** A change as it is made: under the limit of its time, or through a request that a second person approved. */
type MadeAdjustment = NewAdjustment & { readonly approvalAbove: number; readonly requestId: number | null };

/** Uses the clock time, because an admin's changes follow one another under the lock of their allowance. */
export async function insertAdjustment(sql: Sql, adjustment: MadeAdjustment): Promise<number> {
  const { playerId, amount, reason, actorId, approvalAbove, requestId } = adjustment;
  const [inserted] = await sql<{ id: number }>`
    insert into adjustments (player_id, amount, reason, actor_id, approval_above, request_id, is_counted_by_actor, created_at)
    values (${playerId}, ${amount}, ${reason}, ${actorId}, ${approvalAbove}, ${requestId}, true, clock_timestamp())
    returning id`;
  return inserted!.id;
}

type Player = { readonly username: string; readonly isSandbox: boolean; readonly isDeleted: boolean };

/** Undefined if there is no such player. */
export async function selectPlayer(sql: Sql, playerId: number): Promise<Player | undefined> {
  const [player] = await sql<Player>`
    select username, is_sandbox as "isSandbox", state = 'deleted' as "isDeleted" from players where id = ${playerId}`;
  return player;
}
