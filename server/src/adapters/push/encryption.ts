import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushTarget } from './push.ts';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
/** One record holds every message: push services accept at most 4096 bytes. */
const RECORD_SIZE = 4_096;
/** Marks the last record. */
const DELIMITER = Buffer.from([2]);

/** A text of this many bytes and its frame fit into one record: header, delimiter and authentication tag take the rest. */
export const TEXT_BYTES_MAX = RECORD_SIZE - 86 - 1 - 16;

type Randomness = { readonly salt: Buffer; readonly sender: ECDH };

function newRandomness(): Randomness {
  const sender = createECDH(CURVE);
  sender.generateKeys();
  return { salt: randomBytes(SALT_BYTES), sender };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Encrypts for one browser: RFC 8291, with the content coding aes128gcm of RFC 8188. Tests pass the random values of the RFC. */
export function encryptFor(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: Buffer,
  { salt, sender }: Randomness = newRandomness(),
): Buffer {
  const senderKey = sender.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = derive(sender.computeSecret(p256dh), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text), cipher.update(DELIMITER), cipher.final(), cipher.getAuthTag()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(RECORD_SIZE, 0);
  header.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, header, senderKey, sealed]);
}

/** Whether these bytes are an uncompressed point of the curve. */
export function isPublicKey(key: Buffer): boolean {
  if (key.length !== 65 || key[0] !== 4) return false;
  const probe = createECDH(CURVE);
  probe.generateKeys();
  try {
    probe.computeSecret(key);
    return true;
  } catch {
    return false;
  }
}
