import { Refusal } from '@karat/contract/refusal';
import type { AddedPasskey, PasskeyAnswer, PasskeyOptions } from '@karat/contract/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Sql, Tx } from '#db/db.ts';
import {
  countPasskeys,
  deleteChallenge,
  deletePasskey,
  deletePasskeys,
  insertChallenge,
  insertPasskey,
  lockPasskey,
  type PasskeyPurpose,
  selectCredentials,
  selectPasskeys,
  updateToUsed,
} from './queries.ts';

export { countPasskeys, deletePasskey, deletePasskeys, selectPasskeys as listPasskeys };

const SITE_NAME = 'Karat';
const CHALLENGE_BYTES = 32;
const CHALLENGE_MAX_MS = 5 * 60_000;

/** At most as many as fit in the options of a sign-in. */
const PASSKEYS_MAX = 20;

/** EdDSA, ES256 and RS256, which all browsers know. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey is two factors only if the device checks the person. */
const USER_VERIFICATION = 'required';

type Player = { readonly id: number; readonly username: string };

const idOf = (credentialId: Buffer): string => credentialId.toString('base64url');
const siteOf = (origin: string): string => new URL(origin).hostname;
const notAccepted = (): Refusal => new Refusal('passkey_refused', 'The passkey was not accepted. Please try again.');

async function newChallenge(
  sql: Sql,
  purpose: PasskeyPurpose,
  playerId: number | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  await insertChallenge(sql, { challenge, purpose, playerId });
  return Uint8Array.from(challenge);
}

/** The challenge that a browser signed; empty for an unreadable answer. */
function challengeIn(clientDataJson: string): Buffer {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : Buffer.alloc(0);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Uses up the challenge of an answer. Returns it with its player. */
async function consumeChallenge(sql: Sql, clientDataJson: string, purpose: PasskeyPurpose) {
  const challenge = challengeIn(clientDataJson);
  const found = await deleteChallenge(sql, { challenge, purpose, maxMs: CHALLENGE_MAX_MS });
  if (found === undefined) throw notAccepted();
  return { expectedChallenge: challenge.toString('base64url'), playerId: found.playerId };
}

/** What a browser needs to create a passkey. */
export async function startAdding(sql: Sql, { id, username }: Player, origin: string): Promise<PasskeyOptions> {
  const credentials = await selectCredentials(sql, id);
  if (credentials.length >= PASSKEYS_MAX) throw new Refusal('forbidden', `You can have ${PASSKEYS_MAX} passkeys.`);
  const options = await generateRegistrationOptions({
    rpName: SITE_NAME,
    rpID: siteOf(origin),
    userName: username,
    userDisplayName: username,
    userID: Uint8Array.from(Buffer.from(`player:${id}`)),
    challenge: await newChallenge(sql, 'add', id),
    attestationType: 'none',
    excludeCredentials: credentials.map(({ credentialId }) => ({ id: idOf(credentialId) })),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Stores the passkey that a browser created. */
export async function finishAdding(
  tx: Tx,
  { id: playerId }: Pick<Player, 'id'>,
  { name, response, origin }: { name: string; response: AddedPasskey; origin: string },
): Promise<void> {
  const signed = await consumeChallenge(tx.sql, response.response.clientDataJSON, 'add');
  if (signed.playerId !== playerId) throw notAccepted();
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: signed.expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: siteOf(origin),
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw notAccepted();
  });
  if (registrationInfo === undefined) throw notAccepted();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  const [credentialId, key] = [Buffer.from(id, 'base64url'), Buffer.from(publicKey)];
  const isNew = await insertPasskey(tx.sql, { playerId, credentialId, publicKey: key, counter, transports, name });
  if (!isNew) throw new Refusal('taken', 'This passkey is stored already.');
}

type SignOptions = {
  readonly purpose: 'sign-in' | 'verify';
  readonly playerId: number | null;
  readonly origin: string;
};

/** What a browser needs to sign with a passkey: one of the player's, or any for this site. */
export async function startSigning(sql: Sql, { purpose, playerId, origin }: SignOptions): Promise<PasskeyOptions> {
  const credentials = playerId === null ? [] : await selectCredentials(sql, playerId);
  const options = await generateAuthenticationOptions({
    rpID: siteOf(origin),
    challenge: await newChallenge(sql, purpose, playerId),
    allowCredentials: credentials.map(({ credentialId }) => ({ id: idOf(credentialId) })),
    userVerification: USER_VERIFICATION,
  });
  return { ...options };
}

/** Checks the answer of a passkey and returns whose it is. The transaction uses up the challenge. */
export async function verifyPasskey(
  tx: Tx,
  { response, purpose, origin }: { response: PasskeyAnswer; purpose: 'sign-in' | 'verify'; origin: string },
): Promise<number> {
  const signed = await consumeChallenge(tx.sql, response.response.clientDataJSON, purpose);
  const passkey = await lockPasskey(tx.sql, Buffer.from(response.id, 'base64url'));
  if (passkey === undefined || (signed.playerId !== null && signed.playerId !== passkey.playerId)) throw notAccepted();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: signed.expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: siteOf(origin),
    requireUserVerification: true,
    credential: { id: response.id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
  }).catch(() => {
    throw notAccepted();
  });
  if (!verified) throw notAccepted();
  await updateToUsed(tx.sql, { id: passkey.id, counter: authenticationInfo.newCounter });
  return passkey.playerId;
}
