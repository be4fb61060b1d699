import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedTotpSteps, base32Decode, base32Encode, totpCode, totpMessage } from '@karat/rules/totp';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { lockTotp, updateLastStep } from './queries.ts';

export type FactorDeps = Pick<Deps, 'seal' | 'log'>;

/** As long as the HMAC, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return base32Encode(randomBytes(SECRET_BYTES));
}

/** The code that an app with this secret shows in a time step. */
export function codeOfStep(secret: string, step: number): string {
  const key = base32Decode(secret)!;
  return totpCode(createHmac('sha1', key).update(totpMessage(step)).digest());
}

function isEqual(code: string, expected: string): boolean {
  const [given, right] = [Buffer.from(code), Buffer.from(expected)];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The accepted step to which a code belongs. Compares with every step, so that the time reveals nothing. */
function stepOf(code: string, secret: string): number | undefined {
  const matches = acceptedTotpSteps(Date.now()).map((step) => ({
    step,
    isRight: isEqual(code, codeOfStep(secret, step)),
  }));
  return matches.find(({ isRight }) => isRight)?.step;
}

/** The secret; undefined if it cannot be unsealed. */
export function openSecret({ seal, log }: FactorDeps, playerId: number, sealed: Buffer): string | undefined {
  try {
    return seal.open(sealed);
  } catch (error) {
    // Sealed with a lost SECRET. Recovery codes still work.
    log.error({ err: error, playerId }, 'Secret of an authenticator app cannot be unsealed; was SECRET changed?');
    return undefined;
  }
}

/** Whether the code is right and its time step was not used before. Uses up the step. */
export async function consumeTotpCode(
  sql: Sql,
  deps: FactorDeps,
  attempt: { playerId: number; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const { playerId, code, isConfirmed } = attempt;
  const row = await lockTotp(sql, playerId);
  if (row === undefined || row.isConfirmed !== isConfirmed) return false;
  const secret = row.handedOver ?? openSecret(deps, playerId, row.sealed!);
  const step = secret === undefined ? undefined : stepOf(code, secret);
  return step !== undefined && updateLastStep(sql, playerId, step);
}
