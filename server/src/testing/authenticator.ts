import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

type Changes = {
  readonly origin?: string;
  readonly challenge?: string;
  /** Whether the device checked the person. */
  readonly isVerified?: boolean;
  readonly counter?: number;
};

type Options = { readonly challenge: string };

const FLAG_PRESENT = 0x01;
const FLAG_VERIFIED = 0x04;
const FLAG_NEW_KEY = 0x40;

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** CBOR of a text or of bytes shorter than 65,536. */
function cborOf(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const major = typeof value === 'string' ? 0x60 : 0x40;
  if (bytes.length < 24) return Buffer.concat([Buffer.from([major | bytes.length]), bytes]);
  return Buffer.concat([Buffer.from([major | 25, bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

/** A device with one passkey (ES256), in software: what a browser would answer to the options of the site. */
export function createAuthenticator(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = encode(credentialId);
  let uses = 0;

  const clientDataOf = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(JSON.stringify({ type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? site }));

  function authDataOf(flags: number, { isVerified = true, counter }: Changes, attested = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? (uses += 1));
    const flag = Buffer.from([flags | FLAG_PRESENT | (isVerified ? FLAG_VERIFIED : 0)]);
    return Buffer.concat([sha256(new URL(site).hostname), flag, count, attested]);
  }

  function coseKey(): Buffer {
    const { x, y } = publicKey.export({ format: 'jwk' });
    const [xBytes, yBytes] = [Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
    // Key type EC2, algorithm ES256, curve P-256, x and y.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
    return Buffer.concat([head, xBytes, Buffer.from([0x22, 0x58, 0x20]), yBytes]);
  }

  return {
    create(options: Options, changes: Changes = {}) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborOf('fmt'),
        cborOf('none'),
        cborOf('attStmt'),
        Buffer.from([0xa0]),
        cborOf('authData'),
        cborOf(authDataOf(FLAG_NEW_KEY, changes, attested)),
      ]);
      const clientDataJSON = encode(clientDataOf('webauthn.create', options, changes));
      const response = { clientDataJSON, attestationObject: encode(attestation), transports: ['internal'] };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
    sign(options: Options, changes: Changes = {}) {
      const clientData = clientDataOf('webauthn.get', options, changes);
      const authData = authDataOf(0, changes);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authData),
        signature: encode(signature),
      };
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    },
  };
}
