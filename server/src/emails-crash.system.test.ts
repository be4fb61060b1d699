import { expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, findLeader, startCluster } from '#testing/cluster.ts';
import { openLockHolder } from '#testing/lock-holder.ts';
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts';

const POLLING = { timeout: 90_000, interval: 20 };
const EMAIL_LOCK = 'select from emails where address = $1 for update';
const SENT_BETWEEN_KILLS = 6;

type Setup = { readonly cluster: Cluster; readonly server: TestMailServer };

/** Two processes that send to a mail server of this test. */
async function openSetup(): Promise<Setup> {
  const server = await startMailServer();
  const from = { EMAIL_FROM: 'Karat <no-reply@karat.example>' };
  // Closed after the processes, which may be sending.
  onTestFinished(() => server.close());
  const cluster = await startCluster({ ...from, SMTP_URL: server.url });
  await Promise.all([cluster.start(0), cluster.start(1)]);
  return { cluster, server };
}

/** Signs up, again if the process did not answer. The e-mail to the new address is its effect. */
async function signUp({ anyOrigin }: Cluster, username: string): Promise<string> {
  const email = `${username}@karat.example`;
  const body = JSON.stringify({ username, email, password: 'parola-1' });
  const headers = { 'content-type': 'application/json' };
  await vi.waitUntil(async () => {
    const reply = await fetch(`${anyOrigin()}/auth/signup`, { method: 'POST', headers, body }).catch(() => undefined);
    // Taken: the process that did not answer had committed it.
    return reply?.status === 200 || reply?.status === 409;
  }, POLLING);
  return email;
}

/** Kills the process that sends e-mails. Returns a function that starts it again. */
async function killLeader({ cluster }: Setup): Promise<() => Promise<unknown>> {
  const { leader } = await findLeader(cluster, 'emails');
  await leader.kill();
  return () => cluster.start(cluster.sites.indexOf(leader));
}

/** Waits until nothing is left to send, and checks that the receiver has every e-mail once. */
async function expectDeliveredOnce({ cluster: { db }, server }: Setup): Promise<void> {
  await vi.waitUntil(async () => (await db.sql`select from emails where state = 'waiting'`).length === 0, POLLING);
  const rows = await db.sql<{ deliveryId: string; address: string; state: string }>`
    select delivery_id as "deliveryId", address, state from emails`;
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([]);
  const wanted = rows.map(({ deliveryId, address }) => `${deliveryId} ${address}`);
  const delivered = server.delivered().map(({ deliveryId, to }) => `${deliveryId} ${to.join()}`);
  expect(delivered.toSorted((a, b) => a.localeCompare(b))).toEqual(wanted.toSorted((a, b) => a.localeCompare(b)));
}

const attemptsTo = ({ server }: Setup, address: string): string[] =>
  server.attempts.filter(({ to }) => to.includes(address)).map(({ deliveryId }) => deliveryId);

/** Kills the sender while the mail server has an e-mail and has not answered. Returns the attempts to send it. */
async function killBeforeAnswer(setup: Setup, username: string, answer: number | undefined): Promise<string[]> {
  const { server, cluster } = setup;
  let restart: (() => Promise<unknown>) | undefined;
  server.answer(async ({ to }) => {
    if (restart !== undefined || !to[0]!.startsWith(username)) return undefined;
    restart = await killLeader(setup);
    return answer;
  });
  const address = await signUp(cluster, username);
  await vi.waitUntil(
    () => server.deliveredTo(address).length === 1 && attemptsTo(setup, address).length === 2,
    POLLING,
  );
  await restart!();
  return attemptsTo(setup, address);
}

test('an e-mail that the server did not accept before the sender was killed is sent again', async () => {
  const setup = await openSetup();
  const [first, second] = await killBeforeAnswer(setup, 'once_refused', 451);
  expect(second).toBe(first);
  await expectDeliveredOnce(setup);
});

test('an e-mail whose acceptance the killed sender did not receive is repeated with the same id', async () => {
  const setup = await openSetup();
  const [first, second] = await killBeforeAnswer(setup, 'once_accepted', undefined);
  expect(second).toBe(first);
  await expectDeliveredOnce(setup);
});

test('an e-mail that the killed sender could not mark as sent is repeated with the same id', async () => {
  const setup = await openSetup();
  const { cluster, server } = setup;
  const holder = await openLockHolder(cluster.connection);
  let isHeld = false;
  server.answer(async ({ to }) => {
    if (!isHeld) await holder.acquire(EMAIL_LOCK, [to[0]]);
    isHeld = true;
    return undefined;
  });
  const address = await signUp(cluster, 'not_marked');
  await holder.untilBlocking();
  expect(server.deliveredTo(address)).toHaveLength(1);
  const restart = await killLeader(setup);
  // PostgreSQL would finish the waiting statement of a client that is gone.
  await cluster.db.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update emails%'`;
  await holder.release();
  await vi.waitUntil(() => attemptsTo(setup, address).length === 2, POLLING);
  expect(new Set(attemptsTo(setup, address)).size).toBe(1);
  await restart();
  await expectDeliveredOnce(setup);
});

test('while the sender is killed again and again, every e-mail arrives once', { timeout: 240_000 }, async () => {
  const setup = await openSetup();
  const { cluster, server } = setup;
  const signUps = Array.from({ length: 40 }, (_, index) => signUp(cluster, `many_${index}`));
  for (let kills = 1; kills <= 4; kills++) {
    await vi.waitUntil(() => server.delivered().length >= kills * SENT_BETWEEN_KILLS, POLLING);
    await (
      await killLeader(setup)
    )();
  }
  await Promise.all(signUps);
  await expectDeliveredOnce(setup);
  expect(server.delivered()).toHaveLength(40);
});
