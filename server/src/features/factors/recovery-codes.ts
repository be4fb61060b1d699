import { hash, randomBytes } from 'node:crypto';
import { base32Encode } from '@karat/rules/totp';
import type { Sql } from '#db/db.ts';
import { lockTotp, replaceCodeHashes, updateToUsed } from './queries.ts';

const CODES_COUNT = 10;

/** 80 random bits, so that a plain hash cannot be reversed by trying. */
const CODE_BYTES = 10;

const CODE_PATTERN = /^[A-Z2-7]{16}$/;

function hashOf(letters: string): Buffer {
  return hash('sha256', letters, 'buffer');
}

/**
 * Whether this recovery code of the player was not used before. Uses it up. Codes count only while the app is on; it is locked, so that
 * its removal waits and also deletes codes that this transaction creates.
 */
export async function consumeRecoveryCode(sql: Sql, playerId: number, letters: string): Promise<boolean> {
  if (!CODE_PATTERN.test(letters)) return false;
  const app = await lockTotp(sql, playerId);
  return app?.isConfirmed === true && updateToUsed(sql, playerId, hashOf(letters));
}

/** Gives the player new recovery codes instead of all earlier ones. Only their hashes are stored. */
export async function replaceRecoveryCodes(sql: Sql, playerId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES_COUNT }, () => base32Encode(randomBytes(CODE_BYTES)));
  await replaceCodeHashes(sql, playerId, codes.map(hashOf));
  return codes.map((letters) => letters.match(/.{4}/g)!.join('-'));
}
