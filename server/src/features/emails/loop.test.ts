import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LeaseLost } from '#db/lease.ts';
import { createSeal } from '#seal.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { leadEmails, readEmails, sendEmails, setEmail, SIGN_IN_NOTICE } from '#testing/email-queue.ts';
import { startMailServer, type TestMailServer } from '#testing/mail-server.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { queueEmail } from './emails.ts';
import { retryDelayMs } from '#repeat-work.ts';
import { emailsLoop, sendDueEmails } from './loop.ts';
import { closeExpired } from './queries.ts';

let site: TestSite;
let server: TestMailServer;
beforeAll(async () => {
  server = await startMailServer();
  site = await createTestSite({ SMTP_URL: server.url, EMAIL_FROM: 'Karat <no-reply@karat.example>' });
});
afterAll(() => Promise.all([site.close(), server.close()]));
beforeEach(async () => {
  server.answer(() => undefined);
  await sql`delete from emails`;
});

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

/** Queues e-mails to a new player. Returns the address. */
async function queueMany(count = 1, changed: { readonly ttlMs?: number } = {}) {
  const { id } = await addPlayer(site.deps.db);
  const address = `reader${id}@karat.example`;
  await setEmail(sql, id, address);
  await site.deps.db.transaction(async (tx) => {
    for (let each = 0; each < count; each++) {
      await queueEmail(tx, site.deps, { ...SIGN_IN_NOTICE, playerId: id, ...changed });
    }
  });
  return { id, address };
}

const readQueue = () =>
  sql<{ state: string; attempts: number; waitSeconds: number; isSealed: boolean }>`
    select state, attempts, extract(epoch from due_at - now())::float8 as "waitSeconds", sealed is not null as "isSealed"
    from emails order by id`;

test('sends an e-mail once, and then deletes its content', async () => {
  const { address } = await queueMany();
  await sendEmails(site);
  await sendEmails(site);
  const [sent] = server.deliveredTo(address);
  expect(sent?.mail.subject).toBe('New sign-in to your Karat account');
  expect(sent?.mail.text).toContain('Firefox on Linux');
  expect(server.attempts.filter(({ to }) => to.includes(address))).toHaveLength(1);
  expect(await readQueue()).toMatchObject([{ state: 'sent', attempts: 1, isSealed: false }]);
});

test('sends more than a batch at once', async () => {
  const { address } = await queueMany(30);
  await sendEmails(site);
  expect(server.deliveredTo(address)).toHaveLength(30);
});

test('tries again after growing pauses when the server is busy', async () => {
  const { address } = await queueMany();
  server.answer(() => 451);
  for (const attempts of [1, 2, 3]) {
    await sql`update emails set due_at = now()`;
    await sendEmails(site);
    const [waiting] = await readQueue();
    expect(waiting).toMatchObject({ state: 'waiting', attempts });
    expect(waiting!.waitSeconds).toBeGreaterThan(10 * 3 ** (attempts - 1) - 8);
  }
  await sendEmails(site);
  expect(server.attempts.filter(({ to }) => to.includes(address))).toHaveLength(3);
  server.answer(() => undefined);
  await sql`update emails set due_at = now()`;
  await sendEmails(site);
  expect(server.deliveredTo(address)).toHaveLength(1);
  expect(
    new Set(server.attempts.filter(({ to }) => to.includes(address)).map(({ deliveryId }) => deliveryId)).size,
  ).toBe(1);
});

test('pauses grow to half an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map((attempts) => retryDelayMs(attempts) / 1_000)).toEqual([
    10, 30, 90, 270, 810, 1_800, 1_800, 1_800,
  ]);
});

test('gives up an e-mail that the server refuses for good', async () => {
  await queueMany();
  server.answer(() => 550);
  await sendEmails(site);
  expect(await readQueue()).toMatchObject([{ state: 'failed', attempts: 1, isSealed: false }]);
});

test('one refused address does not hold up the others', async () => {
  const { address: refused } = await queueMany();
  const { address } = await queueMany();
  server.answer(({ to }) => (to.includes(refused) ? 550 : undefined));
  await sendEmails(site);
  expect(server.deliveredTo(address)).toHaveLength(1);
});

test('never sends an expired e-mail, and closes it', async () => {
  const { address } = await queueMany(1, { ttlMs: -1 });
  await sendEmails(site);
  expect(server.deliveredTo(address)).toEqual([]);
  expect(await closeExpired(site.deps.db.sql, 1_000_000)).toBe(1);
  expect(await readQueue()).toMatchObject([{ state: 'failed', isSealed: false }]);
});

test('a new leader sends at once what the last one had taken; another one of the same epoch does not', async () => {
  const { address } = await queueMany();
  const deps = { ...site.deps, email: site.deps.email! };
  const lease = await leadEmails(site.deps);
  await sql`update emails set claim_epoch = ${lease.epoch}, due_at = now() + interval '1 minute'`;
  await sendDueEmails(deps, lease);
  expect(server.deliveredTo(address)).toEqual([]);
  await sendDueEmails(deps, await leadEmails(site.deps));
  expect(server.deliveredTo(address)).toHaveLength(1);
});

test('a process that lost its lease sends nothing', async () => {
  const { address } = await queueMany();
  const lost = await leadEmails(site.deps);
  await leadEmails(site.deps);
  const deps = { ...site.deps, email: site.deps.email! };
  await expect(sendDueEmails(deps, lost)).rejects.toThrow(LeaseLost);
  expect(server.deliveredTo(address)).toEqual([]);
});

test('twenty loops of one leader at once send each e-mail once', async () => {
  const { address } = await queueMany(40);
  const lease = await leadEmails(site.deps);
  const deps = { ...site.deps, email: site.deps.email! };
  await Promise.all(Array.from({ length: 20 }, () => sendDueEmails(deps, lease)));
  expect(server.attempts.filter(({ to }) => to.includes(address))).toHaveLength(40);
});

test('an e-mail that was sealed with another secret is given up, and the others are sent', async () => {
  const { id } = await queueMany();
  await sql`update emails set sealed = ${createSeal('another secret').close('{}')} where player_id = ${id}`;
  const { address } = await queueMany();
  await sendEmails(site);
  expect((await readEmails(site.deps, id)).map(({ state }) => state)).toEqual(['failed']);
  expect(server.deliveredTo(address)).toHaveLength(1);
});

test('the loop sends until it is stopped', async () => {
  const stopping = new AbortController();
  const running = emailsLoop(site.deps, stopping.signal, await leadEmails(site.deps));
  const { address } = await queueMany();
  await expect.poll(() => server.deliveredTo(address)).toHaveLength(1);
  stopping.abort();
  await running;
});
