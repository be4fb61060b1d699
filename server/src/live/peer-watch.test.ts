import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { createBusHub } from '#testing/bus-hub.ts';
import { watchPeers } from './peer-watch.ts';

const TIMES = { heartbeatMs: 20, silentMaxMs: 300 };

let hub: ReturnType<typeof createBusHub>;
beforeEach(() => {
  hub = createBusHub(createLog('silent'));
});

/** A process that counts the others it has lost. */
function startPeer(times = TIMES) {
  const bus = hub.join();
  let lost = 0;
  const watch = watchPeers(bus, () => (lost += 1), times);
  onTestFinished(() => watch.close());
  return { lost: () => lost, stop: () => watch.close(), kill: () => bus.close() };
}

test('reports a process once that ended without stopping, and none that stopped', async () => {
  const [one, stopped, killed] = [startPeer(), startPeer(), startPeer({ ...TIMES, heartbeatMs: 60_000 })];
  stopped.stop();
  // Its only heartbeat was that of its start.
  await killed.kill();
  await expect.poll(one.lost).toBe(1);
  const last = startPeer({ ...TIMES, heartbeatMs: 60_000 });
  await last.kill();
  await expect.poll(one.lost).toBe(2);
});

test('reports nothing while the bus is down', async () => {
  const [one, other] = [startPeer(), startPeer({ ...TIMES, heartbeatMs: 60_000 })];
  hub.shut();
  const witness = startPeer();
  await expect.poll(witness.lost).toBe(0);
  hub.open();
  await other.kill();
  await expect.poll(one.lost).toBe(1);
});
