import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let player: TestPlayer;

beforeAll(async () => {
  site = await createTestSite();
});
beforeEach(async () => {
  player = await addPlayer(site.deps.db);
});
afterAll(() => site.close());

describe('confirming the age', () => {
  test('is required once where the site asks for it, and keeps its first time', async () => {
    const { sql } = site.deps.db;
    const readConfirmedAt = async () =>
      (await sql<{ at: string | null }>`select age_confirmed_at as at from players where id = ${player.id}`)[0]!.at;
    await sql`update players set age_confirmed_at = null where id = ${player.id}`;
    const confirm = () => site.http.inject({ method: 'POST', url: '/user/confirmAge', headers: player.headers });
    expect((await confirm()).statusCode).toBe(200);
    const first = await readConfirmedAt();
    await confirm();
    expect([first === null, await readConfirmedAt()]).toEqual([false, first]);
  });

  test('is required of every new account with an explicit check', async () => {
    const explicit = await createTestSite({ AGE_CHECK: 'explicit' });
    const payload = { username: 'genç', email: 'genc@karat.test', password: 'parola-1' };
    const { http } = explicit;
    const { token } = (await http.inject({ method: 'POST', url: '/auth/signup', payload })).json<{ token: string }>();
    const headers = { authorization: `Bearer ${token}` };
    const me = async () =>
      (await http.inject({ url: '/auth/me', headers })).json<{ data: { isAgeConfirmed: boolean } }>().data;
    const rows = await explicit.deps.db.sql`select block_reason from wager_eligibility`;
    const before = await me();
    await http.inject({ method: 'POST', url: '/user/confirmAge', headers });
    const after = await me();
    await explicit.close();
    expect(rows).toEqual([{ block_reason: 'age_unconfirmed' }]);
    expect([before.isAgeConfirmed, after.isAgeConfirmed]).toEqual([false, true]);
  });
});
