import type { AdjustmentKind, AdjustmentRequest, AdjustmentState, ChangedField } from '@karat/contract/adjustments';
import type { StaffRole } from '@karat/contract/staff';
import type { Sql } from '#db/db.ts';

/** The values to write and how they differ from the current ones. Requests of the kind `balance` have none. */
export type RequestDetails = {
  readonly name: string;
  readonly changes: readonly ChangedField[];
  readonly request: object;
};

export type NewRequest = {
  readonly kind: AdjustmentKind;
  /** Set for balances only. */
  readonly playerId: number | null;
  /** The mission or item; null for a balance or a new mission. */
  readonly subjectId: number | null;
  readonly amount: number;
  readonly reason: string;
  readonly actorId: number;
  readonly details: RequestDetails | null;
};

export async function insertRequest(sql: Sql, request: NewRequest): Promise<number> {
  const { kind, playerId, subjectId, amount, reason, actorId, details } = request;
  const [inserted] = await sql<{ id: number }>`
    insert into adjustment_requests (kind, player_id, subject_id, amount, reason, requested_by, details)
    values (${kind}, ${playerId}, ${subjectId}, ${amount}, ${reason}, ${actorId},
            ${details === null ? null : JSON.stringify(details)}::jsonb)
    returning id`;
  return inserted!.id;
}

type RequestMatch = Pick<NewRequest, 'kind' | 'subjectId'> & { readonly details: RequestDetails | null };

/** A waiting request about the same subject; with details, only one that would write the same. */
export async function selectWaitingRequest(
  sql: Sql,
  { kind, subjectId, details }: RequestMatch,
): Promise<number | undefined> {
  const request = details === null ? null : JSON.stringify(details.request);
  const [waiting] = await sql<{ id: number }>`
    select id from adjustment_requests
    where state = 'waiting' and kind = ${kind} and subject_id is not distinct from ${subjectId}
      and (${request}::jsonb is null or details -> 'request' = ${request}::jsonb)
    order by id limit 1`;
  return waiting?.id;
}

export type LockedRequest = NewRequest & { readonly state: AdjustmentState };

/** Locks the request. The second of two concurrent decisions waits here and finds the request decided. */
export async function lockRequest(sql: Sql, requestId: number): Promise<LockedRequest | undefined> {
  const [request] = await sql<LockedRequest>`
    select kind, player_id as "playerId", subject_id as "subjectId", amount, reason, requested_by as "actorId", details, state
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

/** Staff with these roles who may decide: all except new ones, the requesting one and the owner of the balance. */
export async function selectDeciders(
  sql: Sql,
  {
    actorId,
    playerId,
    roles,
    newForDays,
  }: Pick<NewRequest, 'actorId' | 'playerId'> & { readonly roles: readonly StaffRole[]; readonly newForDays: number },
): Promise<number[]> {
  const rows = await sql<{ id: number }>`
    select id from players
    where staff_role is not null and staff_role = any(${roles}::text[]) and state = 'active'
      and (staff_role_since is null or staff_role_since <= now() - ${newForDays} * interval '1 day')
      and id <> ${actorId} and id is distinct from ${playerId}
    order by id`;
  return rows.map(({ id }) => id);
}

export async function countWaitingRequests(sql: Sql): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from adjustment_requests where state = 'waiting'`;
  return row!.total;
}

export async function countRequests(sql: Sql, state: AdjustmentState | undefined): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select count(*) as total from adjustment_requests where ${state ?? null}::text is null or state = ${state ?? null}`;
  return row!.total;
}

type RequestFilter = {
  readonly id?: number;
  readonly state?: AdjustmentState | undefined;
  readonly page: number;
  readonly limit: number;
};

/** Waiting requests first, oldest on top; then the others, newest on top. */
export function selectRequests(sql: Sql, { id, state, page, limit }: RequestFilter): Promise<AdjustmentRequest[]> {
  return sql<AdjustmentRequest>`
    select request.id, kind, request.state, amount, reason, request.created_at as "createdAt",
           case when player.id is not null
                then jsonb_build_object('id', player.id, 'username', player.username, 'isSandbox', player.is_sandbox,
                                        'balance', balance) end as "user",
           case when details is not null
                then jsonb_build_object('id', subject_id, 'name', details ->> 'name') end as subject,
           coalesce(details -> 'changes', '[]') as changes,
           jsonb_build_object('id', asker.id, 'username', asker.username, 'isSandbox', asker.is_sandbox) as "askedBy",
           case when decider.id is not null
                then jsonb_build_object('id', decider.id, 'username', decider.username, 'isSandbox', decider.is_sandbox) end as "decidedBy",
           decision_reason as "decisionReason", decided_at as "decidedAt"
    from adjustment_requests as request
    left join players as player on player.id = player_id
    left join wallets on wallets.player_id = request.player_id
    join players as asker on asker.id = requested_by
    left join players as decider on decider.id = decided_by
    where (${id ?? null}::int8 is null or request.id = ${id ?? null})
      and (${state ?? null}::text is null or request.state = ${state ?? null})
    order by request.state = 'waiting' desc, case when request.state = 'waiting' then request.id else -request.id end
    limit ${limit} offset ${(page - 1) * limit}`;
}
