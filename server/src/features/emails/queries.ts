import type { Language } from '@karat/contract/language';
import type { Sql } from '#db/db.ts';
import type { Claim } from '#send-claimed.ts';

export type Recipient = {
  readonly username: string;
  readonly email: string | null;
  readonly language: Language | null;
};

/** Undefined for deleted accounts and for programs, which read no e-mails. */
export async function selectRecipient(sql: Sql, playerId: number): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient>`
    select username, email, last_language as language from players where id = ${playerId} and not is_sandbox and state <> 'deleted'`;
  return row;
}

export type NewEmail = {
  readonly playerId: number;
  readonly template: string;
  readonly address: string;
  readonly language: Language;
  readonly sealed: Buffer;
  readonly ttlMs: number;
};

export async function insertEmail(sql: Sql, email: NewEmail): Promise<void> {
  const { playerId, template, address, language, sealed, ttlMs } = email;
  await sql`
    insert into emails (player_id, template, address, language, sealed, expires_at)
    values (${playerId}, ${template}, ${address}, ${language}, ${sealed}, now() + ${ttlMs} * interval '1 millisecond')`;
}

export type DueEmail = {
  readonly id: number;
  readonly deliveryId: string;
  readonly template: string;
  readonly address: string;
  readonly language: Language;
  readonly sealed: Buffer;
  readonly attempts: number;
  readonly createdAt: string;
};

/** Takes e-mails that are due, and those that an earlier leader took. If their sender dies, they are due again after `claimMs`. */
export function claimDue(sql: Sql, { epoch, limit, claimMs }: Claim): Promise<DueEmail[]> {
  return sql<DueEmail>`
    update emails
    set claim_epoch = ${epoch}, attempts = attempts + 1, due_at = now() + ${claimMs} * interval '1 millisecond'
    where id in (
      select id from emails
      where state = 'waiting' and expires_at > now() and (due_at <= now() or claim_epoch < ${epoch})
      order by due_at, id limit ${limit} for update skip locked)
    returning id, delivery_id as "deliveryId", template, address, language, sealed, attempts, created_at as "createdAt"`;
}

/** The content is deleted with it. */
export async function closeEmail(sql: Sql, id: number, state: 'sent' | 'failed'): Promise<void> {
  await sql`
    update emails set state = ${state}, closed_at = now(), sealed = null, claim_epoch = null
    where id = ${id} and state = 'waiting'`;
}

/** Has no effect if another leader has taken it meanwhile. */
export async function postponeEmail(
  sql: Sql,
  { id, epoch, delayMs }: { id: number; epoch: number; delayMs: number },
): Promise<void> {
  await sql`
    update emails set claim_epoch = null, due_at = now() + ${delayMs} * interval '1 millisecond'
    where id = ${id} and state = 'waiting' and claim_epoch = ${epoch}`;
}

/** Gives up e-mails that are too old to send, and returns how many; deletes closed ones after a time. */
export async function closeExpired(sql: Sql, storedMs: number): Promise<number> {
  await sql`delete from emails where closed_at < now() - ${storedMs} * interval '1 millisecond'`;
  const expired = await sql`
    update emails set state = 'failed', closed_at = now(), sealed = null, claim_epoch = null
    where state = 'waiting' and expires_at <= now() returning id`;
  return expired.length;
}

export type EmailFigures = { readonly waiting: number; readonly oldestSeconds: number };

export async function selectFigures(sql: Sql): Promise<EmailFigures> {
  const [row] = await sql<EmailFigures>`
    select count(*) as waiting,
           coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from emails where state = 'waiting' and expires_at > now()`;
  return row!;
}
