import { Refusal } from '@karat/contract/refusal';
import { otpauthUri } from '@karat/rules/totp';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import {
  deleteTotp,
  lockHandedOver,
  selectFactorState,
  selectHasFactor,
  selectSealedSecrets,
  updateToConfirmed,
  updateToHandedOver,
  updateToSealed,
  upsertTotp,
} from './queries.ts';
import { replaceRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts';
import { type FactorDeps, newTotpSecret, openSecret, consumeTotpCode } from './totp-secrets.ts';

export {
  deleteTotp as deleteFactors,
  replaceRecoveryCodes,
  selectFactorState as readFactorState,
  selectHasFactor as hasFactor,
};

/** By what a player proved the second factor. */
export type FactorKind = 'code' | 'recovery-code';

/** The name that authenticator apps show. */
const ISSUER = 'Karat';

const TOTP_PATTERN = /^\d{6}$/;

/** Secrets that one statement reads. */
const BATCH_SIZE = 500;

/** Whether a code of the app or a recovery code is right and unused. Uses it up. Undefined if it is not. */
export async function consumeFactor(
  tx: Tx,
  deps: FactorDeps,
  { playerId, code }: { playerId: number; code: string },
): Promise<FactorKind | undefined> {
  const entered = code.replace(/[\s-]/g, '').toUpperCase();
  if (TOTP_PATTERN.test(entered)) {
    const isRight = await consumeTotpCode(tx.sql, deps, { playerId, code: entered, isConfirmed: true });
    return isRight ? 'code' : undefined;
  }
  return (await consumeRecoveryCode(tx.sql, playerId, entered)) ? 'recovery-code' : undefined;
}

/** Stores a new secret for the player's app. It counts once `confirmSetUp` has succeeded. */
export async function startSetUp(
  sql: Sql,
  { seal }: Pick<Deps, 'seal'>,
  { id, username }: { id: number; username: string },
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret();
  if (!(await upsertTotp(sql, id, seal.close(secret)))) {
    throw new Refusal('forbidden', 'This account already has an authenticator app. Turn it off first.');
  }
  return { secret, uri: otpauthUri({ issuer: ISSUER, account: username, secret }) };
}

/** Turns the app on if the code is right, and returns the first recovery codes. */
export async function confirmSetUp(
  tx: Tx,
  deps: FactorDeps,
  { playerId, code }: { playerId: number; code: string },
): Promise<string[] | undefined> {
  const entered = code.replace(/\s/g, '');
  if (!(await consumeTotpCode(tx.sql, deps, { playerId, code: entered, isConfirmed: false }))) return undefined;
  await updateToConfirmed(tx.sql, playerId);
  return replaceRecoveryCodes(tx.sql, playerId);
}

/**
 * Stores the secrets of apps unsealed for a start with another SECRET. Secrets that cannot be read stay as they are; their owners
 * need a recovery code.
 */
export async function handOverSecrets({ db, ...deps }: FactorDeps & Pick<Deps, 'db'>): Promise<void> {
  for (let after = 0; ;) {
    const secrets = await selectSealedSecrets(db.sql, { after, limit: BATCH_SIZE });
    await db.transaction(async ({ sql }) => {
      for (const { playerId, sealed } of secrets) {
        const secret = openSecret(deps, playerId, sealed);
        if (secret !== undefined) await updateToHandedOver(sql, playerId, secret);
      }
    });
    if (secrets.length < BATCH_SIZE) return;
    after = secrets.at(-1)!.playerId;
  }
}

/** Seals secrets that were handed over. Runs at the start, so that they do not stay readable. */
export async function sealHandedOverSecrets({ db, seal }: Pick<Deps, 'db' | 'seal'>): Promise<void> {
  for (;;) {
    const sealedCount = await db.transaction(async ({ sql }) => {
      const secrets = await lockHandedOver(sql, BATCH_SIZE);
      for (const { playerId, secret } of secrets) await updateToSealed(sql, playerId, seal.close(secret));
      return secrets.length;
    });
    if (sealedCount === 0) return;
  }
}
