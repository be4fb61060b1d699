import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLiveFixture, type LiveFixture } from '#testing/live-fixture.ts';
import { openRawWebSocket } from '#testing/raw-websocket.ts';

let site: LiveFixture;
beforeEach(async () => {
  site = await createLiveFixture();
});
afterEach(() => site.close());

async function openSilentConnection() {
  const line = await openRawWebSocket(site.port);
  line.send('40');
  await line.untilReceived('ONLINE_COUNT');
  line.stopReading();
  return line;
}

test('disconnects clients that stop reading, and the others get everything', async () => {
  const reader = await site.connectTab();
  const silent = await Promise.all([openSilentConnection(), openSilentConnection()]);
  const message = 'x'.repeat(50_000);
  let sentBytes = 0;
  while (site.live.figures()['disconnect_slow'] !== 2) {
    site.live.toAll('ERROR', { message: `${(sentBytes += 1)}${message}`, code: 'internal' });
    // Checks that events arrive complete and in order.
    expect((await reader.next('ERROR')).message).toBe(`${sentBytes}${message}`);
  }
  silent.forEach((line) => line.resumeReading());
  await Promise.all(silent.map((line) => line.untilClosed()));
  expect(reader.socket.connected).toBe(true);
  expect(site.live.figures()).toMatchObject({ sockets: 1, lagging: 0 });
});

test('disconnects a client with too many small unread events', async () => {
  const reader = await site.connectTab();
  await openSilentConnection();
  let sentBytes = 0;
  while (site.live.figures()['disconnect_slow'] !== 1) {
    for (let count = 0; count < 200; count += 1)
      site.live.toAll('ERROR', { message: 'x'.repeat(900), code: 'internal' });
    sentBytes += 200;
    for (let count = 0; count < 200; count += 1) await reader.next('ERROR');
  }
  expect(reader.socket.connected).toBe(true);
  expect(sentBytes).toBeGreaterThan(0);
});

test('keeps a fast reader connected through a burst', async () => {
  const reader = await site.connectTab();
  for (let count = 0; count < 2_000; count += 1)
    site.live.toAll('ERROR', { message: 'x'.repeat(300), code: 'internal' });
  for (let count = 0; count < 2_000; count += 1) await reader.next('ERROR');
  expect(reader.socket.connected).toBe(true);
  expect(site.live.figures()).toMatchObject({ disconnect_slow: 0, lagging: 0 });
});

test('skips only replaceable events for a lagging client', async () => {
  const line = await openSilentConnection();
  while (site.live.figures()['lagging'] !== 1) {
    site.live.toAll('ERROR', { message: 'x'.repeat(50_000), code: 'internal' });
    await new Promise(setImmediate);
  }
  site.live.toAll('ONLINE_COUNT', { count: 777, sandbox: 0 });
  site.live.toAll('ERROR', { message: 'the last', code: 'internal' });
  line.resumeReading();
  await line.untilReceived('the last');
  expect(line.received()).not.toContain('777');

  // The client has caught up, which the server notices within a second.
  await expect.poll(() => site.live.figures()['lagging'], { timeout: 10_000 }).toBe(0);
  site.live.toAll('ONLINE_COUNT', { count: 888, sandbox: 0 });
  await line.untilReceived('888');
  expect(line.isOpen()).toBe(true);
  line.close();
});
