import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isSigned, startWebhookServer, type TestWebhookServer } from '#testing/webhook-server.ts';
import { postWebhook, signatureOf } from './webhook.ts';

const SECRET = 'a secret of the receiver';
let server: TestWebhookServer;
beforeAll(async () => void (server = await startWebhookServer()));
afterAll(() => server.close());
beforeEach(() => server.answer(() => 204));

const post = (deliveryId: string, secret = SECRET) =>
  postWebhook({ url: server.url, deliveryId, secret, body: '{"text":"Işık"}' }, { timeoutMs: 500 });
const attemptsOf = (deliveryId: string) => server.attempts.filter((each) => each.deliveryId === deliveryId);

test('signs seconds and body with the secret', () => {
  const hmac = createHmac('sha256', 'key').update('1700000000.{}').digest('hex');
  expect(signatureOf('key', '{}', 1_700_000_000)).toBe(`t=1700000000,v1=${hmac}`);
});

test('posts the body with its delivery id and signature', async () => {
  const deliveryId = randomUUID();
  expect(await post(deliveryId)).toEqual({ kind: 'sent' });
  const [received] = attemptsOf(deliveryId);
  expect(received!.body).toBe('{"text":"Işık"}');
  expect(isSigned(received!, SECRET)).toBe(true);
  expect(isSigned(received!, 'another secret')).toBe(false);
});

test('without a secret there is no signature', async () => {
  const deliveryId = randomUUID();
  await post(deliveryId, '');
  expect(attemptsOf(deliveryId)).toMatchObject([{ signature: undefined }]);
});

test.each([
  [302, 'rejected'],
  [400, 'rejected'],
  [404, 'rejected'],
  [408, 'failed'],
  [429, 'failed'],
  [500, 'failed'],
  [503, 'failed'],
])('HTTP %s: %s, and is not sent anywhere else', async (status, kind) => {
  server.answer(() => status);
  const deliveryId = randomUUID();
  expect(await post(deliveryId)).toEqual({ kind, reason: `HTTP ${status}` });
  expect(attemptsOf(deliveryId)).toHaveLength(1);
});

test('a receiver that does not answer, or is down, is a failure that may pass', async () => {
  server.answer(() => 'hang');
  expect(await post(randomUUID())).toEqual({ kind: 'failed', reason: 'timeout' });
  const down = await startWebhookServer();
  await down.close();
  const outcome = await postWebhook({ url: down.url, deliveryId: randomUUID(), secret: '', body: '{}' });
  expect(outcome).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
});
