import type { Sql } from '#db/db.ts';
import type { User } from './alert-queries.ts';

export type AdjustmentSummary = {
  readonly user: User;
  readonly changes: number;
  readonly given: number;
  readonly taken: number;
  readonly limit: number;
  readonly since: string;
};

/** Admins who changed their own balance without a second person. */
export function selectOwnAdjustments(sql: Sql, days: number): Promise<AdjustmentSummary[]> {
  return sql<AdjustmentSummary>`
    select jsonb_build_object('id', players.id, 'username', username) as "user", count(*) as changes,
           coalesce(sum(amount) filter (where amount > 0), 0)::int8 as given,
           coalesce(-sum(amount) filter (where amount < 0), 0)::int8 as taken,
           min(approval_above) as limit, max(adjustments.created_at) as since
    from adjustments join players on players.id = actor_id
    where adjustments.created_at > now() - ${days} * interval '1 day' and actor_id = player_id and request_id is null
    group by players.id order by since desc`;
}

/** Admins whose unapproved changes of any 24 hours exceed what one person may do alone, with their highest sums. */
export function selectAdjustmentSums(sql: Sql, days: number): Promise<AdjustmentSummary[]> {
  return sql<AdjustmentSummary>`
    with made as (
      select actor_id, sign(amount) as side, approval_above, created_at, count(*) over day as changes,
             (sum(abs(amount)) over day)::int8 as total
      from adjustments
      where created_at > now() - (${days} + 1) * interval '1 day' and request_id is null
      window day as (
        partition by actor_id, sign(amount) order by created_at range between interval '24 hours' preceding and current row)
    )
    select jsonb_build_object('id', players.id, 'username', username) as "user", max(changes) as changes,
           coalesce(max(total) filter (where side = 1), 0) as given, coalesce(max(total) filter (where side = -1), 0) as taken,
           min(approval_above) as limit, max(made.created_at) as since
    from made join players on players.id = actor_id
    where total > approval_above and made.created_at > now() - ${days} * interval '1 day'
    group by players.id order by since desc`;
}

export type AdjustmentWarning = {
  readonly adjustmentId: number;
  readonly kind: 'own' | 'sum';
  readonly username: string;
  /** The change of the own balance, or the sum given (positive) or taken (negative). */
  readonly amount: number;
  readonly limit: number;
  readonly reason: string;
};

/**
 * Notable changes of the last day that staff were not notified of: changes of an own balance, and changes that took a sum above
 * the limit.
 */
export function selectUnreportedAdjustments(sql: Sql): Promise<AdjustmentWarning[]> {
  return sql<AdjustmentWarning>`
    with made as (
      select *, (sum(abs(amount)) over day)::int8 as total
      from adjustments where created_at > now() - interval '2 days' and request_id is null
      window day as (
        partition by actor_id, sign(amount) order by created_at range between interval '24 hours' preceding and current row)
    ), odd as (
      select id, actor_id, created_at, 'own' as kind, amount, approval_above, reason from made where actor_id = player_id
      union all
      select id, actor_id, created_at, 'sum', (total * sign(amount))::int8, approval_above, reason from made
      where total > approval_above and total - abs(amount) <= approval_above
    )
    select odd.id as "adjustmentId", kind, username, amount, approval_above as limit, reason
    from odd join players on players.id = actor_id
    where odd.created_at > now() - interval '1 day'
      and not exists (
        select from adjustment_warnings as warning where warning.adjustment_id = odd.id and warning.kind = odd.kind)
    order by odd.id, kind`;
}

/** False if it was already recorded. */
export async function insertWarning(
  sql: Sql,
  { adjustmentId, kind }: Pick<AdjustmentWarning, 'adjustmentId' | 'kind'>,
): Promise<boolean> {
  const rows = await sql`
    insert into adjustment_warnings (adjustment_id, kind) values (${adjustmentId}, ${kind})
    on conflict do nothing returning adjustment_id`;
  return rows.length > 0;
}
