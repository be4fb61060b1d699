import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import type { EmailContent } from '#features/emails/emails.ts';
import { sendDueEmails } from '#features/emails/loop.ts';
import { lead } from './lead.ts';
import type { TestSite } from './test-site.ts';

/** Makes this site the leader of the e-mail loop. Returns its lease. */
export const leadEmails = (deps: Pick<Deps, 'db'>) => lead(deps, 'emails');

/** Sends what is due, as a new leader. */
export async function sendEmails({ deps }: Pick<TestSite, 'deps'>): Promise<void> {
  await sendDueEmails({ ...deps, email: deps.email! }, await leadEmails(deps));
}

type Queued = {
  readonly template: string;
  readonly address: string;
  readonly language: string;
  readonly state: string;
  readonly parameters: Readonly<Record<string, string>>;
};

/** The e-mails of a player, oldest first, with the content of those that are not sent yet. */
export async function readEmails({ db, seal }: Pick<Deps, 'db' | 'seal'>, playerId: number): Promise<Queued[]> {
  const rows = await db.sql<Omit<Queued, 'parameters'> & { sealed: Buffer | null }>`
    select template, address, language, state, sealed from emails where player_id = ${playerId} order by id`;
  return rows.map(({ sealed, ...row }) => ({
    ...row,
    parameters: sealed === null ? {} : JSON.parse(seal.open(sealed)).parameters,
  }));
}

/** Gives a player an e-mail address. */
export async function setEmail(sql: Sql, playerId: number, email: string): Promise<void> {
  await sql`update players set email = ${email}, email_key = ${email.toLowerCase()} where id = ${playerId}`;
}

/** An e-mail that any player may get. */
export const SIGN_IN_NOTICE = {
  key: 'notice.newDevice',
  parameters: { device: 'Firefox on Linux', address: '203.0.113.7', at: '2026-03-01T12:30:00Z' },
} as const satisfies EmailContent;
