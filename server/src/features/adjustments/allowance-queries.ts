import type { Sql } from '#db/db.ts';

/** Locks the allowance of an admin until the commit. Wallets are locked first. */
export async function lockAllowance(sql: Sql, actorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/allowance', ${actorId}))`;
}

/** Whether an admin gave this account its role within the last days. */
export async function isNewStaff(sql: Sql, playerId: number, days: number): Promise<boolean> {
  const [row] = await sql<{ isNew: boolean }>`
    select coalesce(staff_role_since > now() - ${days} * interval '1 day', false) as "isNew" from players where id = ${playerId}`;
  return row?.isNew === true;
}

/** The diamonds that an admin gave within 24 hours without approval: through balances, and through missions and prices that paid. */
export async function sumGiven(sql: Sql, actorId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select ((select coalesce(sum(amount), 0) from adjustments
             where actor_id = ${actorId} and created_at > clock_timestamp() - interval '24 hours'
               and request_id is null and amount > 0)
          + (select coalesce(sum(amount), 0) from unapproved_credits
             where actor_id = ${actorId} and created_at > clock_timestamp() - interval '24 hours'))::int8 as total`;
  return row!.total;
}

/** The diamonds that an admin took from balances within 24 hours without approval. */
export async function sumTaken(sql: Sql, actorId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select coalesce(-sum(amount), 0)::int8 as total from adjustments
    where actor_id = ${actorId} and created_at > clock_timestamp() - interval '24 hours'
      and request_id is null and amount < 0`;
  return row!.total;
}

export type Credit = {
  readonly actorId: number;
  readonly kind: 'mission' | 'deposit' | 'price';
  /** The mission, the trade offer, or the item. */
  readonly subjectId: number;
  /** The reference of the ledger row that pays it; null if no row has to follow. */
  readonly reference: string | null;
  readonly amount: number;
};

export async function insertCredit(sql: Sql, credit: Credit & { readonly approvalAbove: number }): Promise<void> {
  const { actorId, kind, subjectId, reference, amount, approvalAbove } = credit;
  await sql`
    insert into unapproved_credits (actor_id, kind, subject_id, reference, amount, approval_above)
    values (${actorId}, ${kind}, ${subjectId}, ${reference}, ${amount}, ${approvalAbove})`;
}

/** Deletes the credits of a deposit from its admins' allowances and returns them. */
export function deleteDepositCredits(sql: Sql, offerId: number): Promise<Credit[]> {
  return sql<Credit>`
    delete from unapproved_credits where kind = 'deposit' and subject_id = ${offerId}
    returning actor_id as "actorId", kind, subject_id as "subjectId", reference, amount`;
}
