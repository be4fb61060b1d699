import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startPushService, type TestPushService, verifiedClaims } from '#testing/push-service.ts';
import type { PushSender } from './push.ts';
import { createWebPush } from './web-push.ts';

const contact = 'mailto:operator@karat.example';
const local = createWebPush({ contact, allowsLoopback: true, timeoutMs: 300 });
const open = createWebPush({ contact, allowsLoopback: false });
const keys = local.createKeys();

let service: TestPushService;
beforeAll(async () => void (service = await startPushService()));
afterAll(() => service.close());
beforeEach(() => service.answer({ status: 201 }));

const message = { text: '{"title":"Işık"}', ttlSeconds: 90.7, urgency: 'high' } as const;

function send(sender: PushSender = local) {
  const browser = service.addBrowser();
  const [p256dh, auth] = [browser.keys.p256dh, browser.keys.auth].map((key) => Buffer.from(key, 'base64url'));
  const target = { endpoint: browser.endpoint, p256dh: p256dh!, auth: auth! };
  return { ...browser, sending: sender.send(target, message, keys) };
}

test('sends a message that only the browser can read, and identifies the site', async () => {
  const { path, sending } = send();
  expect(await sending).toEqual({ kind: 'sent' });
  const { headers, text } = service.received.find((each) => each.path === path)!;
  expect(text).toBe(message.text);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '90', urgency: 'high' });
  const { claims, key } = verifiedClaims(headers.authorization);
  expect(key).toBe(keys.publicKey);
  expect(claims).toMatchObject({ aud: service.origin, sub: contact });
  const remainingSeconds = Number(claims['exp']) - Date.now() / 1000;
  expect(remainingSeconds).toBeGreaterThan(6 * 3_600);
  expect(remainingSeconds).toBeLessThanOrEqual(24 * 3_600);
});

describe('an answer', () => {
  test.each([
    [200, { kind: 'sent' }],
    [202, { kind: 'sent' }],
    [404, { kind: 'gone' }],
    [410, { kind: 'gone' }],
    [301, { kind: 'rejected', reason: 'HTTP 301' }],
    [400, { kind: 'rejected', reason: 'HTTP 400' }],
    [403, { kind: 'rejected', reason: 'HTTP 403' }],
    [413, { kind: 'rejected', reason: 'HTTP 413' }],
    [429, { kind: 'failed', reason: 'HTTP 429' }],
    [500, { kind: 'failed', reason: 'HTTP 500' }],
    [503, { kind: 'failed', reason: 'HTTP 503' }],
  ])('of %s is %j', async (status, outcome) => {
    service.answer({ status, headers: { location: `${service.origin}/elsewhere` } });
    expect(await send().sending).toEqual(outcome);
    expect(service.received.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  test('may ask to wait', async () => {
    service.answer({ status: 429, headers: { 'retry-after': '120' } });
    expect(await send().sending).toMatchObject({ kind: 'failed', retryAfterSeconds: 120 });
    service.answer({ status: 503, headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } });
    const outcome = await send().sending;
    expect(outcome).toMatchObject({ kind: 'failed' });
    expect((outcome as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(50);
  });

  test('that never comes, or is cut off, is a failure', async () => {
    service.answer('hang');
    expect(await send().sending).toEqual({ kind: 'failed', reason: 'timeout' });
    service.answer('cut');
    expect(await send().sending).toEqual({ kind: 'failed', reason: 'ECONNRESET' });
  });
});

test('refuses a text that no push service accepts', async () => {
  const { endpoint, keys: own } = service.addBrowser();
  const target = { endpoint, p256dh: Buffer.from(own.p256dh, 'base64url'), auth: Buffer.from(own.auth, 'base64url') };
  const long = { ...message, text: 'x'.repeat(5_000) };
  expect(await local.send(target, long, keys)).toEqual({ kind: 'rejected', reason: 'too long' });
});

const INSIDE = [
  'http://push.example/a',
  'https://push.example:8443/a',
  'https://user:pass@push.example/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'https://[::ffff:127.0.0.1]/a',
  'https://10.0.0.5/a',
  'https://169.254.169.254/latest/meta-data',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://localhost/a',
  'https://LOCALHOST./a',
  'http://localhost:5432/a',
  'file:///etc/passwd',
  'ftp://push.example/a',
  'not a url',
];

test.each(INSIDE)('refuses the address %s, and sends nothing there', async (endpoint) => {
  expect(await open.isAllowed(endpoint)).toBe(false);
  const { keys: own } = service.addBrowser();
  const target = { endpoint, p256dh: Buffer.from(own.p256dh, 'base64url'), auth: Buffer.from(own.auth, 'base64url') };
  const outcome = await open.send(target, message, keys);
  // A name that cannot be resolved is a failure, any other address is refused at once.
  expect(['gone', 'failed']).toContain(outcome.kind);
});

test('reaches this machine only where that is allowed', async () => {
  expect(await local.isAllowed(service.origin)).toBe(true);
  expect(await local.isAllowed(service.origin.replace('127.0.0.1', 'localhost'))).toBe(true);
  expect(await local.isAllowed('https://10.0.0.5/a')).toBe(false);
  expect(await local.isAllowed('https://192.168.1.1/a')).toBe(false);
  const before = service.received.length;
  expect(await send(open).sending).toEqual({ kind: 'gone' });
  expect(service.received).toHaveLength(before);
});

test('allows a public address', async () => {
  expect(await open.isAllowed('https://8.8.8.8/a')).toBe(true);
});
