import { Refusal } from '@karat/contract/refusal';
import type { Sql, Tx } from '#db/db.ts';
import type { Caller } from '#deps.ts';
import { deleteLink, type EmailLink, insertLink, type LinkPurpose, selectLink } from './link-queries.ts';
import { newToken, tokenHash } from './sessions.ts';

export const linkInvalid = (): Refusal =>
  new Refusal('link_invalid', 'This link was used already, has expired or is not complete. Request a new one.');

type NewLink = {
  readonly playerId: number;
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly ttlMs: number;
};

/** Creates a link and returns its token. Only the hash of the token is stored. */
export async function createLink(tx: Tx, link: NewLink): Promise<string> {
  const token = newToken();
  await insertLink(tx.sql, { ...link, tokenHash: tokenHash(token) });
  return token;
}

type Opened = { readonly token: string; readonly purposes: readonly LinkPurpose[] };

/** The link of a token, or a refusal. A link of another account than the caller's is refused and stays valid. */
export async function findLink(sql: Sql, caller: Caller | undefined, { token, purposes }: Opened): Promise<EmailLink> {
  const link = await selectLink(sql, tokenHash(token));
  if (link === undefined || !purposes.includes(link.purpose)) throw linkInvalid();
  if (caller !== undefined && caller.id !== link.playerId) {
    throw new Refusal('forbidden', 'This link belongs to another account. Sign out first.');
  }
  return link;
}

/** Uses up a link, in the transaction of its effect. */
export async function useUpLink(tx: Tx, { id }: EmailLink): Promise<void> {
  if (!(await deleteLink(tx.sql, id))) throw linkInvalid();
}
