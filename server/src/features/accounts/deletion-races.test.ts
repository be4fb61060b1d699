import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignInFailure } from '#adapters/steam/steam.ts';
import { saferPlayCalls } from '#testing/safer-play-calls.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { updatePasswordHash } from './queries.ts';
import { updateSteamId } from './steam-queries.ts';
import { linkSteam, signInWithSteam } from './steam-sign-in.ts';

let site: TestSite;
let calls: ReturnType<typeof saferPlayCalls>;
beforeAll(async () => {
  site = await createTestSite({ PLATFORM: 'sandbox', DEMO: '0' });
  calls = saferPlayCalls(site);
});
afterAll(() => site.close());

const client = { device: '', address: '127.0.0.1', deviceToken: undefined };
const WALLET_LOCK = '%select from wallets where player_id = %for no key update%';

let accountCount = 0;
/** A player who just signed in with Steam and has no password. */
async function signInBySteam() {
  const steamId = `7656119880000${String((accountCount += 1)).padStart(4, '0')}`;
  const { token, user } = await signInWithSteam(site.deps, { steamId, profile: undefined, client });
  const { id, sessionId } = (await site.deps.sessions.find(token))!;
  return { id, steamId, sessionId, username: user.username, headers: { authorization: `Bearer ${token}` } };
}
type SignedInPlayer = Awaited<ReturnType<typeof signInBySteam>>;

const remove = (who: SignedInPlayer) => calls.call(who, 'POST', '/user/deleteAccount', { username: who.username });

async function readAccount({ id }: SignedInPlayer) {
  const [account] = await site.deps.db.sql`
    select state, steam_id as "steamId", password_hash as "passwordHash" from players where id = ${id}`;
  return account;
}
const EMPTY = { state: 'deleted', steamId: null, passwordHash: null };

test('a link that waited for a deletion does not set a Steam id on the deleted account', async () => {
  const player = await signInBySteam();
  const { db } = site.deps;
  const steamId = '76561198800009999';
  const { removing, linking } = await db.transaction(async (tx) => {
    await tx.sql`select from wallets where player_id = ${player.id} for no key update`;
    const removing = remove(player);
    await untilBlocked(db.sql, WALLET_LOCK);
    await db.sql`update players set steam_id = null where id = ${player.id}`;
    const linking = linkSteam(site.deps, { sessionId: player.sessionId, steamId, profile: undefined }).catch(
      (error: unknown) => error,
    );
    await untilBlocked(db.sql, WALLET_LOCK, 2);
    return { removing, linking };
  });
  expect((await removing).status).toBe(200);
  expect(await linking).toBeInstanceOf(SignInFailure);
  expect(await readAccount(player)).toEqual(EMPTY);
});

test('a first password that waited for a deletion is not set', async () => {
  const player = await signInBySteam();
  const { db } = site.deps;
  const { removing, setting } = await db.transaction(async (tx) => {
    await tx.sql`select from players where id = ${player.id} for share`;
    const removing = remove(player);
    await untilBlocked(db.sql, '%select from players where id = %for update%');
    const setting = updatePasswordHash(db.sql, { playerId: player.id, oldHash: null, newHash: 'a hash' });
    await untilBlocked(db.sql, '%update players set password_hash%');
    return { removing, setting };
  });
  expect((await removing).status).toBe(200);
  expect(await setting).toBe(false);
  expect(await readAccount(player)).toEqual(EMPTY);
});

test('requests after a deletion change nothing', async () => {
  const player = await signInBySteam();
  const { sql } = site.deps.db;
  expect((await remove(player)).status).toBe(200);
  const { id: playerId, steamId } = player;
  expect(await updatePasswordHash(sql, { playerId, oldHash: null, newHash: 'a hash' })).toBe(false);
  expect(await updateSteamId(sql, { playerId, steamId, replaceable: null, avatar: 'https://a.example/' })).toBe(false);
  expect(await readAccount(player)).toEqual(EMPTY);
});
