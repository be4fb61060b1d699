import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSeal } from '#seal.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { linkBySteam, signInBySteam } from '#testing/steam-sign-in.ts';
import { verifyEmail } from '#testing/verified-email.ts';
import { createTestSite, TEST_SECRET, type TestSite } from '#testing/test-site.ts';
import { handOverKeys, sealHandedOverKeys } from './safer-play.ts';

let site: TestSite;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  site = await createTestSite({ PLATFORM: 'sandbox' }, { take: () => 0 });
  calls = saferPlayCalls(site);
});
afterAll(() => site.close());

const sql: TestSite['deps']['db']['sql'] = (strings, ...values) => site.deps.db.sql(strings, ...values);

type Player = TestPlayer & { readonly username: string; readonly sessionId: number };

async function playerOf(token: string): Promise<Player> {
  const { id, username, sessionId } = (await site.deps.sessions.find(token))!;
  return { id, username, sessionId, headers: { authorization: `Bearer ${token}` } };
}

let playerCount = 0;
async function signUp(email = `somebody${playerCount + 1}@karat.example`): Promise<Player> {
  const username = `somebody${(playerCount += 1)}`;
  const reply = await site.http.inject({
    method: 'POST',
    url: '/auth/signup',
    payload: { email, username, password: 'long enough' },
  });
  return playerOf((JSON.parse(reply.body) as { token: string }).token);
}

async function signUpVerified(email?: string): Promise<Player> {
  const player = await signUp(email);
  await verifyEmail(site.deps, player);
  return player;
}

const bySteam = async (steamId: string) => playerOf(await signInBySteam(site.deps, steamId));

/** Removes what an account deletion removes. */
const removeIdentity = ({ id }: TestPlayer) => sql`
  update players set email = null, email_key = null, steam_id = null, username = ${`gone-${id}`}, username_key = ${`gone-${id}`}
  where id = ${id}`;

const exclude = (who: TestPlayer, months: number) => calls.call(who, 'POST', '/user/excludeMyself', { months });
const excludedUntil = async (who: TestPlayer) => (await calls.state(who)).excludedUntil;

let steamIds = 0;
const newSteamId = () => `7656119890000${String((steamIds += 1)).padStart(4, '0')}`;

/** The same time of day so many months from today; the exact time is the database's. */
async function inMonths(at: string, months: number): Promise<string> {
  const [row] = await sql<{ day: string; asked: string }>`
    select (now() + ${months} * interval '1 month')::date::text as day, ${at}::timestamptz::date::text as asked`;
  return row!.day === row!.asked ? at : `not on ${row!.day}`;
}

describe('an exclusion', () => {
  test('lasts calendar months and can only be extended', async () => {
    const player = await signUp();
    expect((await exclude(player, 6)).status).toBe(200);
    const first = await excludedUntil(player);
    expect(first).toBe(await inMonths(first!, 6));
    await calls.moveToPast(player, '-1 hour');
    const shorter = await exclude(player, 6);
    expect([shorter.status, shorter.body.code]).toEqual([403, 'self_excluded']);
    expect((await exclude(player, 12)).status).toBe(200);
    const longer = await excludedUntil(player);
    expect(longer).toBe(await inMonths(longer!, 12));
    for (const months of [0, 5, 61, 6.5, '6', null]) {
      expect((await calls.call(player, 'POST', '/user/excludeMyself', { months })).status).toBe(400);
    }
  });

  test('applies to every account that verified the same e-mail, in any spelling', async () => {
    const player = await signUpVerified('Once.More@karat.example');
    await exclude(player, 6);
    const until = await excludedUntil(player);
    await removeIdentity(player);
    const again = await signUpVerified('once.more@KARAT.example');
    expect(await excludedUntil(again)).toBe(until);
    const [row] = await sql`select block_reason from wager_eligibility where player_id = ${again.id}`;
    expect(row).toEqual({ block_reason: 'self_excluded' });
    expect(await excludedUntil(await signUpVerified())).toBeNull();
  });

  const countMatches = async ({ id }: TestPlayer) => {
    const rows = await sql`
      select from site_events where player_id = ${id} and event = 'safer-play.exclusion-match' and details is null`;
    return rows.length;
  };

  test('under an unverified e-mail applies to no other account, and staff are notified of the match', async () => {
    const attacker = await signUp('victim@karat.example');
    await exclude(attacker, 60);
    expect([await excludedUntil(attacker), await countMatches(attacker)]).toEqual([expect.any(String), 0]);
    await removeIdentity(attacker);

    const victim = await signUp('Victim@karat.example');
    expect([await excludedUntil(victim), await countMatches(victim)]).toEqual([null, 1]);
    await verifyEmail(site.deps, victim);
    expect([await excludedUntil(victim), await countMatches(victim)]).toEqual([null, 1]);
    expect(await countMatches(await signUp())).toBe(0);
  });

  test('under a verified e-mail applies once the new account verifies it, and staff are notified of the match', async () => {
    const player = await signUpVerified('verified@karat.example');
    await exclude(player, 6);
    const until = await excludedUntil(player);
    await removeIdentity(player);
    const again = await signUp('verified@karat.example');
    expect([await excludedUntil(again), await countMatches(again)]).toEqual([null, 1]);
    await verifyEmail(site.deps, again);
    expect(await excludedUntil(again)).toBe(until);
  });

  test('applies to every account with the same Steam id, new or linked', async () => {
    const [steamId, other] = [newSteamId(), newSteamId()];
    const player = await bySteam(steamId);
    await exclude(player, 24);
    const until = await excludedUntil(player);
    await removeIdentity(player);
    const again = await bySteam(steamId);
    expect(await excludedUntil(again)).toBe(until);
    await removeIdentity(again);

    const linking = await signUpVerified();
    await linkBySteam(site.deps, linking, steamId);
    expect(await excludedUntil(linking)).toBe(until);
    // From now on stored under the e-mail of the third account, too.
    const [row] = await sql<{ email: string }>`select email from players where id = ${linking.id}`;
    await removeIdentity(linking);
    expect(await excludedUntil(await signUpVerified(row!.email))).toBe(until);
    expect(await excludedUntil(await bySteam(other))).toBeNull();
  });

  test('also covers a Steam id that is linked while it lasts', async () => {
    const steamId = newSteamId();
    const player = await signUp();
    await exclude(player, 6);
    const until = await excludedUntil(player);
    await linkBySteam(site.deps, player, steamId);
    await removeIdentity(player);
    expect(await excludedUntil(await bySteam(steamId))).toBe(until);
  });

  test('has no effect after its end', async () => {
    const player = await signUpVerified('was.excluded@karat.example');
    await exclude(player, 6);
    await sql`update exclusions set until = until - interval '190 days'`;
    await calls.moveToPast(player, '190 days');
    expect(await excludedUntil(player)).toBeNull();
    await removeIdentity(player);
    expect(await excludedUntil(await signUpVerified('was.excluded@karat.example'))).toBeNull();
  });

  test('stores neither e-mail nor Steam id in clear text', async () => {
    const rows = await sql<{ row: string }>`select exclusions::text as row from exclusions`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toMatch(/karat\.example|765611/);
  });
});

describe('an exclusion that staff release', () => {
  const release = (staff: TestPlayer, userId: number, reason = 'The address is another person’s.') =>
    calls.call(staff, 'POST', '/admin/releaseExclusion', { userId, reason });
  const fetchInfo = async (staff: TestPlayer, { id }: TestPlayer) => {
    const { body } = await calls.call(staff, 'GET', `/admin/getUserInfoById/${id}`);
    return (body as unknown as { data: { userInfo: Record<string, unknown> } }).data.userInfo;
  };

  test('ends for the account and its identities, and is in the staff log', async () => {
    const staff = await addPlayer(site.deps.db, 'admin');
    const steamId = newSteamId();
    const player = await signUpVerified('released@karat.example');
    await linkBySteam(site.deps, player, steamId);
    await exclude(player, 6);
    const until = await excludedUntil(player);
    expect(await fetchInfo(staff, player)).toMatchObject({ excludedUntil: until, storedExclusionUntil: until });

    expect((await release(staff, player.id)).status).toBe(200);
    expect(await fetchInfo(staff, player)).toMatchObject({ excludedUntil: null, storedExclusionUntil: null });
    const [row] = await sql`select block_reason from wager_eligibility where player_id = ${player.id}`;
    expect(row).toEqual({ block_reason: null });
    await removeIdentity(player);
    expect(await excludedUntil(await signUpVerified('released@karat.example'))).toBeNull();
    expect(await excludedUntil(await bySteam(steamId))).toBeNull();
    expect(await sql`select action, reason, before, after from staff_actions where actor_id = ${staff.id}`).toEqual([
      {
        action: 'safer-play.release',
        reason: 'The address is another person’s.',
        before: { excludedUntil: until, storedUntil: until },
        after: { excludedUntil: null, storedUntil: null },
      },
    ]);
  });

  test('may come from another player with the same e-mail', async () => {
    const staff = await addPlayer(site.deps.db, 'admin');
    const attacker = await signUp('claimed@karat.example');
    await exclude(attacker, 60);
    const until = await excludedUntil(attacker);
    await removeIdentity(attacker);
    const victim = await signUp('claimed@karat.example');
    expect(await fetchInfo(staff, victim)).toMatchObject({ excludedUntil: null, storedExclusionUntil: until });
    expect((await release(staff, victim.id)).status).toBe(200);
    expect(await fetchInfo(staff, victim)).toMatchObject({ storedExclusionUntil: null });
  });

  test("needs an exclusion, a reason, and another account than the admin's", async () => {
    const staff = await addPlayer(site.deps.db, 'admin');
    const player = await signUp();
    const nothing = await release(staff, player.id);
    expect([nothing.status, nothing.body.message]).toEqual([404, 'There is no exclusion to release.']);
    expect((await release(staff, 4_040_404)).status).toBe(404);
    expect((await release(staff, player.id, ' ')).status).toBe(400);
    expect((await release(staff, staff.id)).status).toBe(403);
    expect((await release(player, player.id)).status).toBe(403);
    expect(await sql`select from staff_actions where actor_id = ${staff.id}`).toEqual([]);
  });
});

describe('the exclusion key', () => {
  const keys = () => sql<{ sealed: Buffer | null; handedOver: string | null }>`
    select sealed, handed_over as "handedOver" from exclusion_keys order by id`;

  test('is sealed, and there is only one', async () => {
    const all = await keys();
    expect(all.map(({ handedOver }) => handedOver)).toEqual([null]);
    expect(createSeal(TEST_SECRET).open(all[0]!.sealed!)).toMatch(/^[\w-]{43}$/);
  });

  test('survives a change of SECRET if handed over, and is sealed again at the start', async () => {
    const player = await signUpVerified('keeps@karat.example');
    await exclude(player, 6);
    const until = await excludedUntil(player);
    await removeIdentity(player);

    const { db, log } = site.deps;
    expect(await handOverKeys(db.sql, { seal: createSeal(TEST_SECRET) })).toBe(true);
    const [open] = await keys();
    expect(open!.handedOver).toMatch(/^[\w-]{43}$/);
    const seal = createSeal('another secret');
    await sealHandedOverKeys({ db, log, seal });
    const [sealed] = await keys();
    expect([sealed!.handedOver, seal.open(sealed!.sealed!)]).toEqual([null, open!.handedOver]);
    expect(await handOverKeys(db.sql, { seal: createSeal(TEST_SECRET) })).toBe(false);

    await handOverKeys(db.sql, { seal });
    await sealHandedOverKeys({ db, log, seal: createSeal(TEST_SECRET) });
    expect(await excludedUntil(await signUpVerified('keeps@karat.example'))).toBe(until);
  });

  test('lost with its SECRET does not block new accounts', async () => {
    await sql`update exclusion_keys set sealed = ${createSeal('lost').close('whatever')}`;
    const player = await signUpVerified('newcomer@karat.example');
    await exclude(player, 6);
    const until = await excludedUntil(player);
    await removeIdentity(player);
    expect(await excludedUntil(await signUpVerified('newcomer@karat.example'))).toBe(until);
    expect(await keys()).toHaveLength(2);
    expect(site.lines.some((line) => line.includes('Exclusion key cannot be unsealed'))).toBe(true);
  });
});

test('a break lasts days and can only be extended', async () => {
  const player = await signUp();
  const rest = (days: unknown) => calls.call(player, 'POST', '/user/takeBreak', { days });
  for (const days of [0, 43, 1.5, '1', null]) expect((await rest(days)).status).toBe(400);
  const { body } = await rest(3);
  expect([body.message, Math.round((Date.parse(body.data.breakUntil!) - Date.now()) / 3_600_000)]).toEqual([
    'Your break has started.',
    72,
  ]);
  await calls.moveToPast(player, '-1 minute');
  const shorter = await rest(3);
  expect([shorter.status, shorter.body.code]).toEqual([403, 'on_break']);
  expect((await rest(42)).status).toBe(200);
  await calls.moveToPast(player, '42 days');
  expect((await calls.state(player)).breakUntil).toBeNull();
  expect((await rest(1)).status).toBe(200);
});
