import type { Language } from '@karat/contract/language';
import type { Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { insertEmail, selectRecipient } from './queries.ts';
import type { FactorChange } from './texts/factor-changes.ts';
import type { EmailContent } from './texts/templates.ts';

export type { EmailContent, FactorChange };

export type EmailDeps = Pick<Deps, 'email' | 'seal'>;

const DAY_MS = 24 * 60 * 60_000;
/** A notice that could not be sent for so long is no news. */
const NOTICE_TTL_MS = 3 * DAY_MS;

type NewEmail = EmailContent & {
  readonly playerId: number;
  /** Another address than that of the account. */
  readonly address?: string;
  /** The language of the request, for a player without a stored one. */
  readonly language?: Language | undefined;
  /** How long it may be sent: no longer than a link in it is valid. */
  readonly ttlMs?: number;
};

/**
 * Queues an e-mail to a player in the transaction of its cause; the loop sends it after the commit. Returns whether there is anything
 * to send: not without a mail server, and not to an account without an address.
 */
export async function queueEmail(tx: Tx, { email, seal }: EmailDeps, message: NewEmail): Promise<boolean> {
  if (email === undefined) return false;
  const { playerId, key, parameters, ttlMs = NOTICE_TTL_MS } = message;
  const recipient = await selectRecipient(tx.sql, playerId);
  const address = message.address ?? recipient?.email ?? undefined;
  if (recipient === undefined || address === undefined) return false;
  const language = recipient.language ?? message.language ?? 'mixed';
  const sealed = seal.close(JSON.stringify({ username: recipient.username, parameters }));
  await insertEmail(tx.sql, { playerId, template: key, address, language, sealed, ttlMs });
  return true;
}
