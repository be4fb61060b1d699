import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encryption at rest, bound to SECRET: without it sealed values cannot be read. */
export type Seal = {
  close(text: string): Buffer;
  /** Throws when the bytes were sealed with another secret or have been changed. */
  open(sealed: Buffer): string;
  /** A separate key for another purpose, always the same for one secret. */
  keyFor(purpose: string): Buffer;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'karat/seal/1', 32));
  return {
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', secret, '', `karat/${purpose}/1`, 32)),
    close(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      return decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
