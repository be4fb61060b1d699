import type { AdjustmentRequest, AdjustmentState } from '@karat/contract/adjustments';
import type { Sql } from '#db/db.ts';

export type NewAdjustment = {
  readonly playerId: number;
  readonly amount: number;
  readonly reason: string;
  readonly actorId: number;
};

/** A change as it is made: under the limit of its time, or by the request that a second admin has approved. */
type Made = NewAdjustment & { readonly approvalAbove: number; readonly requestId: number | null };

export async function insertAdjustment(sql: Sql, adjustment: Made): Promise<number> {
  const { playerId, amount, reason, actorId, approvalAbove, requestId } = adjustment;
  const [inserted] = await sql<{ id: number }>`
    insert into adjustments (player_id, amount, reason, actor_id, approval_above, request_id)
    values (${playerId}, ${amount}, ${reason}, ${actorId}, ${approvalAbove}, ${requestId})
    returning id`;
  return inserted!.id;
}

type Player = { readonly username: string; readonly isDeleted: boolean };

/** Undefined where there is none. */
export async function selectPlayer(sql: Sql, playerId: number): Promise<Player | undefined> {
  const [player] = await sql<Player>`
    select username, state = 'deleted' as "isDeleted" from players where id = ${playerId}`;
  return player;
}

/**
 * What one admin has given to a player, or taken, within a day without anybody's approval. Asked under the lock of the
 * wallet, or two could each find room for themselves.
 */
export async function sumUnapproved(
  sql: Sql,
  { playerId, actorId, amount }: Pick<NewAdjustment, 'playerId' | 'actorId' | 'amount'>,
): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(sum(abs(amount)), 0)::int8 as total from adjustments
    where player_id = ${playerId} and actor_id = ${actorId} and created_at > now() - interval '24 hours'
      and request_id is null and sign(amount) = sign(${amount}::int8)`;
  return row!.total;
}

export async function insertRequest(sql: Sql, request: NewAdjustment): Promise<number> {
  const { playerId, amount, reason, actorId } = request;
  const [inserted] = await sql<{ id: number }>`
    insert into adjustment_requests (player_id, amount, reason, asked_by)
    values (${playerId}, ${amount}, ${reason}, ${actorId})
    returning id`;
  return inserted!.id;
}

export type LockedRequest = NewAdjustment & { readonly state: AdjustmentState };

/** Of two who decide at once the second waits here, and finds it decided. */
export async function lockRequest(sql: Sql, requestId: number): Promise<LockedRequest | undefined> {
  const [request] = await sql<LockedRequest>`
    select player_id as "playerId", amount, reason, asked_by as "actorId", state
    from adjustment_requests where id = ${requestId} for no key update`;
  return request;
}

export type Decision = {
  readonly requestId: number;
  readonly state: Exclude<AdjustmentState, 'waiting'>;
  readonly decidedBy: number;
  readonly reason: string | null;
};

export async function updateDecided(sql: Sql, { requestId, state, decidedBy, reason }: Decision): Promise<void> {
  await sql`
    update adjustment_requests
    set state = ${state}, decided_by = ${decidedBy}, decision_reason = ${reason}, decided_at = clock_timestamp()
    where id = ${requestId} and state = 'waiting'`;
}

/** Staff who may decide: neither the asker nor whoever's diamonds they are. */
export async function selectDeciders(sql: Sql, { actorId, playerId }: NewAdjustment): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from players
    where role = 'admin' and state = 'active' and id not in (${actorId}, ${playerId}) order by id`;
  return rows.map(({ id }) => id);
}

export async function countWaiting(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from adjustment_requests where state = 'waiting'`;
  return row!.total;
}

export async function countRequests(sql: Sql, state: AdjustmentState | undefined): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from adjustment_requests where ${state ?? null}::text is null or state = ${state ?? null}`;
  return row!.total;
}

type Wanted = {
  readonly id?: number;
  readonly state?: AdjustmentState | undefined;
  readonly page: number;
  readonly limit: number;
};

/** Those that wait first, the oldest of them on top; then the newest. */
export function selectRequests(sql: Sql, { id, state, page, limit }: Wanted): Promise<AdjustmentRequest[]> {
  return sql<AdjustmentRequest>`
    select request.id, request.state, amount, reason, request.created_at as "createdAt",
           jsonb_build_object('id', player.id, 'username', player.username, 'balance', balance) as "user",
           jsonb_build_object('id', asker.id, 'username', asker.username) as "askedBy",
           case when decider.id is not null
                then jsonb_build_object('id', decider.id, 'username', decider.username) end as "decidedBy",
           decision_reason as "decisionReason", decided_at as "decidedAt"
    from adjustment_requests as request
    join players as player on player.id = player_id
    join wallets on wallets.player_id = request.player_id
    join players as asker on asker.id = asked_by
    left join players as decider on decider.id = decided_by
    where (${id ?? null}::int8 is null or request.id = ${id ?? null})
      and (${state ?? null}::text is null or request.state = ${state ?? null})
    order by request.state = 'waiting' desc, case when request.state = 'waiting' then request.id else -request.id end
    limit ${limit} offset ${(page - 1) * limit}`;
}
