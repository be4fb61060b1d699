import { expect, onTestFinished, test, vi } from 'vitest';
import { raiseAlarm } from '#features/alarms/alarms.ts';
import { type Cluster, findLeader, startCluster } from '#testing/cluster.ts';
import { isSigned, startWebhookServer, type TestWebhookServer } from '#testing/webhook-server.ts';

const POLLING = { timeout: 90_000, interval: 20 };
const SECRET = 'a secret of the receiver';
const ALARMS = 30;
const STORED_BETWEEN_KILLS = 6;

type Setup = { readonly cluster: Cluster; readonly server: TestWebhookServer };

/** Two processes that send to a receiver of this test. */
async function openSetup(): Promise<Setup> {
  const server = await startWebhookServer();
  // Closed after the processes, which may be sending.
  onTestFinished(() => server.close());
  const cluster = await startCluster({ ALARM_WEBHOOKS: JSON.stringify([{ url: server.url, secret: SECRET }]) });
  await Promise.all([cluster.start(0), cluster.start(1)]);
  return { cluster, server };
}

const raise = ({ cluster: { db } }: Setup, reason: string) =>
  raiseAlarm(db, { kind: 'booksHalted', subject: 'ledger', details: { reason } });

/** Kills the process that sends alarms. Returns a function that starts it again. */
async function killLeader({ cluster }: Setup): Promise<() => Promise<unknown>> {
  const { leader } = await findLeader(cluster, 'alarms');
  await leader.kill();
  return () => cluster.start(cluster.sites.indexOf(leader));
}

/** Waits until nothing is left to send, and checks that the receiver has every delivery once, signed. */
async function expectDeliveredOnce({ cluster: { db }, server }: Setup, count: number): Promise<void> {
  const readRows = () =>
    db.sql<{ deliveryId: string; state: string }>`select delivery_id as "deliveryId", state from alarm_deliveries`;
  await vi.waitUntil(async () => {
    const rows = await readRows();
    return rows.length === count && rows.every(({ state }) => state !== 'waiting');
  }, POLLING);
  const rows = await readRows();
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  const stored = server.stored().map(({ deliveryId }) => deliveryId);
  expect(stored.toSorted()).toEqual(rows.map(({ deliveryId }) => deliveryId).toSorted());
  expect(server.attempts.every((each) => isSigned(each, SECRET))).toBe(true);
}

test.each([
  ['did not accept', 503],
  ['accepted without the sender learning it', 204],
])('an alarm that the receiver %s before the sender was killed is sent again with the same id', async (_, status) => {
  const setup = await openSetup();
  const { server } = setup;
  let restart: (() => Promise<unknown>) | undefined;
  server.answer(async () => {
    if (restart !== undefined) return 204;
    restart = await killLeader(setup);
    return status;
  });
  await raise(setup, 'balances');
  await vi.waitUntil(() => server.attempts.length === 2, POLLING);
  expect(new Set(server.attempts.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  await restart!();
  await expectDeliveredOnce(setup, 1);
});

test('while the sender is killed again and again, every alarm arrives once', { timeout: 240_000 }, async () => {
  const setup = await openSetup();
  const { server } = setup;
  const sending = (async () => {
    for (let index = 0; index < ALARMS; index++) {
      await raise(setup, `number ${index}`);
      await vi.waitUntil(() => server.stored().length >= index - STORED_BETWEEN_KILLS, POLLING);
    }
  })();
  for (let kills = 1; kills <= 4; kills++) {
    await vi.waitUntil(() => server.stored().length >= kills * STORED_BETWEEN_KILLS, POLLING);
    await (
      await killLeader(setup)
    )();
  }
  await sending;
  await expectDeliveredOnce(setup, ALARMS);
  expect(server.stored()).toHaveLength(ALARMS);
});
