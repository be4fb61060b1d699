import { Refusal } from '@karat/contract/refusal';
import type { Tx } from '#db/db.ts';
import { insertChallenge, type SignInMethod } from './challenge-queries.ts';
import { newToken, tokenHash } from './sessions.ts';

/** How long a player may take to enter the code. */
export const CHALLENGE_MAX_MS = 10 * 60_000;

/** A sign-in that waits for the second factor. */
export type Challenge = { readonly challenge: string };

export async function createChallenge(
  tx: Tx,
  { playerId, method }: { playerId: number; method: SignInMethod },
): Promise<Challenge> {
  const challenge = newToken();
  await insertChallenge(tx.sql, { tokenHash: tokenHash(challenge), playerId, method });
  return { challenge };
}

/** The session, or the refusal that asks for the second factor. To be called after the commit. */
export function requireSession<Session extends object>(opened: Session | Challenge): Session {
  if (!('challenge' in opened)) return opened;
  throw new Refusal('second_factor_required', 'Enter the code from your authenticator app.', opened);
}
