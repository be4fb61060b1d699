import { afterEach, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, creditWelcomeDiamonds, findBreaches } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { ensureSiteMode, leaveSandbox, SiteModeError } from './residents.ts';

const REAL = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };
let site: TestSite;
afterEach(() => site.close());

async function open(variables: Record<string, string> = {}): Promise<TestSite> {
  site = await createTestSite(variables);
  return site;
}

const readMode = async () =>
  (
    await site.deps.db.sql`
      select kind, residents_on as "areResidentsOn", left_sandbox_at is not null as "hasLeft" from site_mode`
  )[0];

/** The same database, started with other settings. */
const withSettings = (env: Partial<TestSite['deps']['env']>) => ({ ...site.deps, env: { ...site.deps.env, ...env } });
const REAL_SETTINGS = { platform: 'none', isDemo: false } as const;

test.each([
  ['the sandbox', {}, 'sandbox', true],
  ['the sandbox without a demo', { DEMO: '0' }, 'sandbox', true],
  ['a demo with Steam', { STEAM_API_KEY: 'key' }, 'sandbox', true],
  ['production', REAL, 'real', false],
])('the first start of %s decides the kind', async (_, variables, kind, areResidentsOn) => {
  const { deps } = await open(variables);
  expect(await ensureSiteMode(deps)).toBe(kind);
  expect(await readMode()).toEqual({ kind, areResidentsOn, hasLeft: false });
});

test('a database of an earlier version is a sandbox if it has sandbox players or demo accounts', async () => {
  const { deps } = await open(REAL);
  const { sql } = deps.db;
  const player = await addPlayer(deps.db);
  await sql`update players set username = 'demo', username_key = 'demo' where id = ${player.id}`;
  await expect(ensureSiteMode(deps)).rejects.toThrow(SiteModeError);
  await sql`delete from site_mode`;
  await sql`update players set username = 'x', username_key = 'x', is_sandbox = true where id = ${player.id}`;
  await expect(ensureSiteMode(deps)).rejects.toThrow('npm run leave-sandbox');
  await sql`delete from site_mode`;
  await sql`update players set is_sandbox = false`;
  expect(await ensureSiteMode(deps)).toBe('real');
});

test('refuses a sandbox with settings of a real site until it has been left, which bans all sandbox players', async () => {
  const { deps } = await open();
  const { db } = deps;
  await ensureSiteMode(deps);
  await expect(ensureSiteMode(withSettings(REAL_SETTINGS))).rejects.toThrow(
    'This database belongs to a sandbox, where programs may play. Run npm run leave-sandbox to ban its sandbox players and make it a real site, or start with a new database.',
  );
  const [program, person] = [await addPlayer(db), await addPlayer(db)];
  for (const { id } of [program, person]) await creditWelcomeDiamonds(deps, id, 1_000);
  await db.sql`update players set is_sandbox = true where id = ${program.id}`;
  expect(await leaveSandbox(deps)).toBe(1);
  expect(await leaveSandbox(deps)).toBe(0);
  expect(await ensureSiteMode(withSettings(REAL_SETTINGS))).toBe('real');
  expect(await readMode()).toEqual({ kind: 'real', areResidentsOn: false, hasLeft: true });
  const states = await db.sql`select id, state, ban_reason as reason from players order by id`;
  expect(states).toEqual([
    { id: program.id, state: 'banned', reason: 'The site left the sandbox.' },
    { id: person.id, state: 'active', reason: null },
  ]);
  expect((await site.http.inject({ url: '/user/getUserInventory', headers: program.headers })).statusCode).toBe(401);
  expect((await site.http.inject({ url: '/user/getUserInventory', headers: person.headers })).statusCode).toBe(200);
  const [logged] = await db.sql`select action, actor_id, after from staff_actions order by id limit 1`;
  expect(logged).toEqual({ action: 'sandbox.leave', actor_id: null, after: { kind: 'real', banned: 1 } });
  expect(await findBreaches(db)).toEqual([]);
});

test('a real site refuses the stake of a sandbox player, even of one that is not banned', async () => {
  const { deps, http } = await open();
  const { db } = deps;
  const itemId = await addItem(db);
  await addCase(db, { name: 'Any', price: 100, drops: [[itemId, 10_000]] });
  const [program, person] = [await addPlayer(db), await addPlayer(db)];
  for (const { id } of [program, person]) await creditWelcomeDiamonds(deps, id, 1_000);
  await db.sql`update players set is_sandbox = true where id = ${program.id}`;
  const openCase = async ({ headers }: typeof program) => {
    const reply = await http.inject({ url: '/case/openCase/Any', headers });
    return [reply.statusCode, reply.json<{ code?: string }>().code];
  };
  expect(await openCase(program)).toEqual([200, undefined]);
  await db.sql`insert into site_mode (kind, residents_on) values ('real', false)`;
  expect(await openCase(program)).toEqual([403, 'banned']);
  expect(await openCase(person)).toEqual([200, undefined]);
  await expect(db.sql`update site_mode set residents_on = true`).rejects.toThrow('site_mode_real_without_residents');
});
