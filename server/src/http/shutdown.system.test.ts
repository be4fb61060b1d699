import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#testing/folders.ts';
import { startSite } from '#testing/site-process.ts';
import { createTestSite } from '#testing/test-site.ts';

const REQUEST = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const FAILURE = {
  message: 'The service is briefly unavailable. Please try again.',
  error: 'The service is briefly unavailable. Please try again.',
  code: 'unavailable',
};

async function ask(address: string): Promise<{ status: number; connection: string | null; body: string }> {
  const reply = await fetch(address);
  return { status: reply.status, connection: reply.headers.get('connection'), body: await reply.text() };
}

test('reports not ready while draining, and serves calls on new connections', async () => {
  const testSite = await createTestSite();
  onTestFinished(() => testSite.close());
  await testSite.listen();
  expect((await ask(`${testSite.origin()}/readyz`)).status).toBe(200);
  await testSite.drain();
  expect(await ask(`${testSite.origin()}/readyz`)).toMatchObject({ status: 503, body: '{"status":"stopping"}' });
  expect(await ask(`${testSite.origin()}/docs`)).toMatchObject({ status: 200, connection: 'close' });
  expect((await ask(`${testSite.origin()}/healthz`)).status).toBe(200);
});

test("a call on an open connection of a closing site gets the site's own refusal", async () => {
  const testSite = await createTestSite();
  const underWay = Promise.withResolvers<void>();
  const requestStarted = Promise.withResolvers<void>();
  testSite.http.get('/slow', async () => {
    requestStarted.resolve();
    await underWay.promise;
    return { isDone: true };
  });
  const port = await testSite.listen();
  const socket = connect(port, 'localhost');
  const answers = text(socket);
  socket.write(REQUEST('/slow'));
  await requestStarted.promise;
  const closed = testSite.close();
  socket.write(REQUEST('/healthz'));
  // The second answer comes after the first, so once it is read the refusal is certain.
  await vi.waitUntil(() => socket.bytesWritten > REQUEST('/slow').length);
  await new Promise((resolve) => setImmediate(resolve));
  underWay.resolve();
  const [first = '', second = ''] = (await answers).split(/(?<=})(?=HTTP)/);
  await closed;
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second.toLowerCase()).toMatch(/\r\nretry-after: 2\r\n/);
  expect(second.toLowerCase()).toMatch(/\r\nconnection: close\r\n/);
  expect(JSON.parse(second.slice(second.indexOf('{')))).toEqual(FAILURE);
});

test('serves while draining after a signal, and exits on a second one', { timeout: 60_000 }, async () => {
  const site = await startSite(await temporaryFolder(), { DRAIN_MS: '60000' });
  onTestFinished(() => site.kill());
  const ended = site.stop();
  await vi.waitUntil(async () => (await ask(`${site.origin}/readyz`)).status === 503, { timeout: 20_000 });
  expect((await ask(`${site.origin}/healthz`)).status).toBe(200);
  expect((await ask(`${site.origin}/case/getAllCases`)).status).toBe(200);
  const impatient = setInterval(() => void site.stop(), 200);
  onTestFinished(() => clearInterval(impatient));
  expect(await ended).toBe(1);
});
