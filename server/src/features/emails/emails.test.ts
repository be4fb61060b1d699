import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { readEmails, setEmail, SIGN_IN_NOTICE } from '#testing/email-queue.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { queueEmail } from './emails.ts';

let site: TestSite;
beforeAll(async () => void (site = await createTestSite()));
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

async function addReader(email = 'reader'): Promise<TestPlayer> {
  const player = await addPlayer(site.deps.db);
  await setEmail(sql, player.id, `${email}${player.id}@karat.example`);
  return player;
}

const queue = (playerId: number, changed: object = {}) =>
  site.deps.db.transaction((tx) => queueEmail(tx, site.deps, { ...SIGN_IN_NOTICE, playerId, ...changed }));

test('queues an e-mail to the address of the account, sealed', async () => {
  const { id } = await addReader();
  expect(await queue(id)).toBe(true);
  const emails = await readEmails(site.deps, id);
  expect(emails).toMatchObject([
    { template: 'notice.newDevice', address: `reader${id}@karat.example`, state: 'waiting' },
  ]);
  expect(emails[0]!.parameters).toEqual(SIGN_IN_NOTICE.parameters);
  const [row] = await sql<{ sealed: Buffer }>`select sealed from emails where player_id = ${id}`;
  expect(row!.sealed.toString('latin1')).not.toContain('Firefox');
});

test('an e-mail of a transaction that is rolled back is not queued', async () => {
  const { id } = await addReader();
  const undone = site.deps.db.transaction(async (tx) => {
    await queueEmail(tx, site.deps, { ...SIGN_IN_NOTICE, playerId: id });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await readEmails(site.deps, id)).toEqual([]);
});

test('the stored language comes first, then that of the request', async () => {
  const { id } = await addReader();
  await queue(id);
  await queue(id, { language: 'tr' });
  await sql`update players set last_language = 'en' where id = ${id}`;
  await queue(id, { language: 'tr' });
  expect((await readEmails(site.deps, id)).map(({ language }) => language)).toEqual(['mixed', 'tr', 'en']);
});

test.each([
  ['an account without an address', (id: number) => sql`update players set email = null where id = ${id}`],
  [
    'a deleted account',
    (id: number) =>
      site.deps.db.transaction(
        ({ sql: run }) =>
          run`update players set state = 'deleted', deleted_at = now(), email = null, email_key = null, username = 'deleted-' || id where id = ${id}`,
      ),
  ],
  ['a program', (id: number) => sql`update players set is_sandbox = true where id = ${id}`],
])('%s gets no e-mail', async (_, change) => {
  const { id } = await addReader();
  await change(id);
  expect(await queue(id)).toBe(false);
  expect(await readEmails(site.deps, id)).toEqual([]);
});

test('without a mail server there is nothing to queue', async () => {
  const { id } = await addReader();
  const deps = { ...site.deps, email: undefined };
  const notice = { ...SIGN_IN_NOTICE, playerId: id };
  expect(await site.deps.db.transaction((tx) => queueEmail(tx, deps, notice))).toBe(false);
  expect(await readEmails(site.deps, id)).toEqual([]);
});
