import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | 'hang' | 'cut';

export type ReceivedPush = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly text: string };

type Secrets = { readonly ecdh: ECDH; readonly auth: Buffer };

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/** Decrypts as a browser does: RFC 8291. Throws if the message was meant for another browser. */
export function decryptPush({ ecdh, auth }: Secrets, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body[20]!);
  const sealed = body.subarray(21 + body[20]!);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
  const secret = derive(ecdh.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** The claims of a VAPID header, after its signature was verified with the key in it. */
export function verifiedClaims(authorization: string | undefined): { claims: Record<string, unknown>; key: string } {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const [head, claims, signature] = token!.split('.');
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  if (!isValid) throw new Error('wrong signature');
  return { claims: JSON.parse(Buffer.from(claims!, 'base64url').toString()) as Record<string, unknown>, key: key! };
}

/** A push service on this machine. It decrypts each message with the keys of the browser to which it was sent. */
export async function startPushService() {
  const browsers = new Map<string, Secrets>();
  const received: ReceivedPush[] = [];
  let answer: Answer = { status: 201 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const body = Buffer.concat(chunks);
      received.push({ path, headers: request.headers, text: browser === undefined ? '' : decryptPush(browser, body) });
      if (answer === 'hang') return;
      if (answer === 'cut') return void response.destroy();
      response.writeHead(answer.status, answer.headers).end('x'.repeat(10_000));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    received,
    answer: (next: Answer) => void (answer = next),
    /** Subscribes a new browser: the values that its page sends to the site. */
    addBrowser() {
      const path = `/send/${randomBytes(12).toString('hex')}`;
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(path, { ecdh, auth });
      const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return { path, endpoint: `${origin}${path}`, keys };
    },
    /** The messages that one browser has received. */
    payloadsOf: (path: string) =>
      received.filter((each) => each.path === path).map(({ text }) => JSON.parse(text) as Record<string, unknown>),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestPushService = Awaited<ReturnType<typeof startPushService>>;
