import type { Sql } from '#db/db.ts';

/** Until the commit no other change of this admin is counted. Taken after wallets. */
export async function lockAllowance(sql: Sql, actorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('karat/allowance', ${actorId}))`;
}

/** What an admin gave within 24 hours without approval: balances, and what their missions and prices paid. */
export async function sumGiven(sql: Sql, actorId: number): Promise<number> {
  const [row] = await sql<{ total: number }>`
    select ((select coalesce(sum(amount), 0) from adjustments
             where actor_id = ${actorId} and created_at > clock_timestamp() - interval '24 hours'
               and request_id is null and amount > 0)
          + (select coalesce(sum(amount), 0) from unapproved_credits
             where actor_id = ${actorId} and created_at > clock_timestamp() - interval '24 hours'))::int8 as total`;
  return row!.total;
}

/** What an admin took from balances within 24 hours without approval. */
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
  /** Of the ledger line that pays it; null where no line has to follow. */
  readonly reference: string | null;
  readonly amount: number;
};

export async function insertCredit(sql: Sql, credit: Credit & { readonly approvalAbove: number }): Promise<void> {
  const { actorId, kind, subjectId, reference, amount, approvalAbove } = credit;
  await sql`
    insert into unapproved_credits (actor_id, kind, subject_id, reference, amount, approval_above)
    values (${actorId}, ${kind}, ${subjectId}, ${reference}, ${amount}, ${approvalAbove})`;
}

/** The credits of a deposit, taken off their admins' allowances. */
export function deleteDepositCredits(sql: Sql, offerId: number): Promise<Credit[]> {
  return sql<Credit>`
    delete from unapproved_credits where kind = 'deposit' and subject_id = ${offerId}
    returning actor_id as "actorId", kind, subject_id as "subjectId", reference, amount`;
}
