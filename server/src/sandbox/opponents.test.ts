import { signUpForm } from '@karat/contract/account-forms';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { ensureOpponents } from './opponents.ts';
import { findPersona } from './personas.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ AGE_CHECK: 'explicit', DEMO: '1' });
});
afterAll(() => site.close());

type Opponent = {
  id: number;
  username: string;
  steamId: string;
  passwordHash: null;
  isOfAge: boolean;
  balance: number;
};

const opponents = () =>
  site.deps.db.sql<Opponent>`
    select id, username, steam_id as "steamId", password_hash as "passwordHash",
           age_confirmed_at is not null as "isOfAge", balance
    from players join wallets on player_id = id where is_sandbox order by id`;

test('creates opponents once, able to take a seat, and skips names that players have', async () => {
  const taken = { username: 'sandbox-rival-2', email: 'rival@karat.test', password: 'parola-1' };
  await site.http.inject({ method: 'POST', url: '/auth/signup', payload: taken });
  await ensureOpponents(site.deps, 3);
  await ensureOpponents(site.deps, 3);
  const created = await opponents();
  expect(created.map(({ username }) => username)).toEqual(['Sandbox-Rival-1', 'Sandbox-Rival-3', 'Sandbox-Rival-4']);
  for (const { username, steamId, isOfAge, balance } of created) {
    expect(signUpForm.shape.username.safeParse(username).success).toBe(true);
    expect(steamId).toMatch(/^765611998\d{8}$/);
    expect([isOfAge, balance > 0]).toEqual([true, true]);
  }
  expect(await findBreaches(site.deps.db)).toEqual([]);
});

test('refuses sign-in as an opponent', async () => {
  const [{ username, steamId, passwordHash }] = (await opponents()) as [Opponent];
  expect(passwordHash).toBe(null);
  expect(await findPersona(site.deps.db.sql, steamId)).toBeUndefined();
  for (const password of ['', 'null', 'karat-demo']) {
    const reply = await site.http.inject({ method: 'POST', url: '/auth/login', payload: { username, password } });
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('two processes that start concurrently create no more than requested', async () => {
  await Promise.all([ensureOpponents(site.deps, 6), ensureOpponents(site.deps, 6)]);
  expect(await opponents()).toHaveLength(6);
});

test('replaces opponents without diamonds at the next start', async () => {
  const { db } = site.deps;
  const [broke] = (await opponents()) as [Opponent];
  await db.sql`update wallets set balance = 0 where player_id = ${broke.id}`;
  await ensureOpponents(site.deps, 6);
  await ensureOpponents(site.deps, 6);
  const balances = (await opponents()).map(({ balance }) => balance);
  expect([balances.length, balances.filter((balance) => balance === 0).length]).toEqual([7, 1]);
});
