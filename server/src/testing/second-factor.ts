import { randomBytes } from 'node:crypto';
import { totpStep } from '@karat/rules/totp';
import type { Deps } from '#deps.ts';
import { codeOfStep, newTotpSecret } from '#features/factors/totp-secrets.ts';
import { insertPasskey } from '#features/passkeys/queries.ts';

/** Turns on the authenticator app of a player; returns its secret. */
export async function turnOnApp({ db, seal }: Pick<Deps, 'db' | 'seal'>, playerId: number): Promise<string> {
  const secret = newTotpSecret();
  await db.sql`
    insert into totp_secrets (player_id, sealed, confirmed_at) values (${playerId}, ${seal.close(secret)}, now())`;
  return secret;
}

/** Stores a passkey of a player, whose device does not exist. */
export async function addPasskey({ db }: Pick<Deps, 'db'>, playerId: number): Promise<void> {
  const [credentialId, publicKey] = [randomBytes(16), randomBytes(32)];
  await insertPasskey(db.sql, { playerId, credentialId, publicKey, counter: 0, transports: [], name: 'My phone' });
}

/** The code that an app with this secret shows now. */
export function currentCode(secret: string): string {
  return codeOfStep(secret, totpStep(Date.now()));
}

/** A code that the app shows now and that was not used before. */
export async function freshCode({ db }: Pick<Deps, 'db'>, secret: string, playerId: number): Promise<string> {
  await db.sql`update totp_secrets set last_step = 0 where player_id = ${playerId}`;
  return currentCode(secret);
}

/** When a session gave its second factor. */
export async function setFactorAge(
  { db }: Pick<Deps, 'db'>,
  { id }: { readonly id: number },
  minutesAgo: number | null,
): Promise<void> {
  await db.sql`
    update sessions set factor_at = now() - ${minutesAgo} * interval '1 minute' where player_id = ${id}`;
}
