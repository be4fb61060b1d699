import { Refusal } from '@karat/contract/refusal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSession, requireSession } from '#features/accounts/accounts.ts';
import { createSeeds } from '#features/fairness/fairness.ts';
import { addPlayer, findBreaches, type TestPlayer, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createMarketFixture, type MarketFixture } from '#testing/market-fixture.ts';
import { openTab, type Tab } from '#testing/tab.ts';

let fixture: MarketFixture;
let port: number;
let staff: TestPlayer;
let player: TestPlayer;
const tabs: Tab[] = [];

beforeAll(async () => {
  fixture = await createMarketFixture();
  port = await fixture.site.listen();
});
beforeEach(async () => {
  [staff, player] = [await fixture.addStaff(), await addPlayer(fixture.db)];
});
afterEach(() => tabs.splice(0).forEach((tab) => tab.close()));
afterAll(() => fixture.close());

type Answer = { message: string; code?: string; data: { userId: number; state?: string; sessions?: number } };
const post = (path: string, body: object, who = staff) =>
  fixture.call<Answer>('POST', `/admin/${path}`, who, {
    body: { userId: player.id, reason: 'Two accounts.', ...body },
  });
const ban = (body: object = {}, who = staff) => post('setUserState', { state: 'banned', ...body }, who);
const unban = (body: object = {}, who = staff) => post('setUserState', { state: 'active', ...body }, who);
const signOut = (body: object = {}, who = staff) => post('signOutUser', body, who);

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const isIn = async (who: TestPlayer) => (await fixture.call('GET', '/auth/me', who)).status === 200;

type RecordedAction = { action: string; subject: string; reason: string | null; before: unknown; after: unknown };
/** The staff log of this test's admin. */
const actions = () => fixture.db.sql<RecordedAction>`
  select action, subject, reason, before, after from staff_actions where actor_id = ${staff.id} order by id`;

const readState = async (id: number) => {
  const [row] = await fixture.db.sql<{ state: string }>`select state from players where id = ${id}`;
  return row!.state;
};

const client = { device: '', address: '127.0.0.1', deviceToken: undefined };
const signIn = async (playerId: number) =>
  requireSession(
    await fixture.db.transaction((tx) => openSession(tx, fixture.site.deps, { playerId, client, by: 'steam' })),
  );

/** The same player on another device. */
async function secondDevice({ id }: TestPlayer): Promise<TestPlayer> {
  const { token } = await signIn(id);
  return { id, headers: { authorization: `Bearer ${token}` } };
}

async function openTabOf({ headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(port, { token: headers.authorization.slice('Bearer '.length) });
  tabs.push(tab);
  await tab.next('NOTIFICATION');
  return tab;
}

const readBan = async (id: number) => {
  type Reply = { data: { userInfo: { state: string; ban: unknown; sessions: number; isOnline: boolean } } };
  return (await fixture.call<Reply>('GET', `/admin/getUserInfoById/${id}`, staff)).body.data.userInfo;
};

describe('a ban', () => {
  test('signs the player out of every device and tab immediately, and is logged with its reason', async () => {
    const second = await secondDevice(player);
    const [tab, other] = [await openTabOf(player), await openTabOf(second)];
    expect(await readBan(player.id)).toMatchObject({ sessions: 2, isOnline: true, ban: null });
    const gone = [tab.disconnected(), other.disconnected()];
    const { status, body } = await ban();
    expect([status, body]).toEqual([200, { message: 'User banned.', data: { userId: player.id, state: 'banned' } }]);
    expect(await Promise.all(gone)).toEqual(['io server disconnect', 'io server disconnect']);
    expect([await isIn(player), await isIn(second)]).toEqual([false, false]);
    const [{ username }] = (await fixture.db.sql<{ username: string }>`
      select username from players where id = ${staff.id}`) as [{ username: string }];
    expect(await readBan(player.id)).toMatchObject({
      state: 'banned',
      sessions: 0,
      isOnline: false,
      ban: {
        at: expect.stringMatching(/Z$/) as string,
        reason: 'Two accounts.',
        by: { id: staff.id, username },
      },
    });
    expect(await actions()).toEqual([
      {
        action: 'account.ban',
        subject: `player:${player.id}`,
        reason: 'Two accounts.',
        before: { state: 'active' },
        after: { state: 'banned', signedOut: 2 },
      },
    ]);
  });

  test('can be lifted, and the player may sign in again', async () => {
    await ban();
    const reply = await unban({ reason: 'A mistake.' });
    expect(reply.body).toEqual({ message: 'User unbanned.', data: { userId: player.id, state: 'active' } });
    expect(await readBan(player.id)).toMatchObject({ state: 'active', ban: null });
    expect(await isIn(player)).toBe(false);
    expect(await isIn(await secondDevice(player))).toBe(true);
    expect((await actions()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['account.ban', { state: 'active' }, { state: 'banned', signedOut: 1 }],
      ['account.unban', { state: 'banned' }, { state: 'active' }],
    ]);
  });

  test.each([
    ['banned', () => ban()],
    ['signed out by staff', () => signOut()],
    ['signed out by themselves', () => fixture.call('GET', '/auth/logout', player)],
  ])('keeps the last-seen time of a player who is %s', async (_, end) => {
    await fixture.db.sql`
      update sessions set last_seen_at = '2099-01-02T03:04:05Z' where player_id = ${player.id}`;
    await end();
    expect(await isIn(player)).toBe(false);
    const userReply = await fixture.call<{ data: { userInfo: { lastSeenAt: string } } }>(
      'GET',
      `/admin/getUserInfoById/${player.id}`,
      staff,
    );
    expect(userReply.body.data.userInfo.lastSeenAt).toBe('2099-01-02T03:04:05.000Z');
  });

  test('is logged once under repeated and parallel requests', async () => {
    const other = await fixture.addStaff();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => ban({}, index % 2 === 0 ? staff : other)),
    );
    expect([...replies, await ban()].map(({ status }) => status)).toEqual(Array(21).fill(200));
    const written = await fixture.db.sql`select from staff_actions where subject = ${`player:${player.id}`}`;
    expect(written).toHaveLength(1);
    const lifted = await Promise.all(Array.from({ length: 20 }, () => unban()));
    expect(lifted.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await fixture.db.sql`select from staff_actions where subject = ${`player:${player.id}`}`).toHaveLength(2);
    expect(await readState(player.id)).toBe('active');
  });

  test('leaves no session of a parallel sign-in', async () => {
    const tryIn = () =>
      signIn(player.id).then(
        () => 'in',
        (error: unknown) => (error instanceof Refusal ? error.code : error),
      );
    const [banned, ...entries] = await Promise.all([ban(), ...Array.from({ length: 20 }, tryIn)]);
    expect(banned.status).toBe(200);
    for (const entry of entries) expect(['in', 'banned']).toContain(entry);
    expect(await fixture.db.sql`select from sessions where player_id = ${player.id}`).toEqual([]);
    expect(await tryIn()).toBe('banned');
  });

  test('keeps its first reason', async () => {
    await ban();
    await ban({ reason: 'Another reason.' });
    expect(await readBan(player.id)).toMatchObject({ ban: { reason: 'Two accounts.' } });
  });

  test('of staff, of oneself or of an unknown player is refused', async () => {
    const other = await fixture.addStaff();
    expect((await ban({ userId: other.id })).body).toMatchObject({
      code: 'forbidden',
      message: 'Staff cannot be banned.',
    });
    expect((await ban({ userId: staff.id })).body.message).toBe('You cannot ban yourself.');
    expect(outcome(await ban({ userId: 4_040_404 }))).toEqual([404, 'not_found']);
    expect([await isIn(other), await isIn(staff)]).toEqual([true, true]);
    expect(await actions()).toEqual([]);
  });

  test.each(['banned', 'active'])('a deleted account cannot be made %s', async (state) => {
    await fixture.db.sql`
      update players set state = 'deleted', deleted_at = now(), username = 'deleted-' || id, username_key = 'deleted-' || id
      where id = ${player.id}`;
    const reply = await ban({ state });
    expect([...outcome(reply), reply.body.message]).toEqual([
      403,
      'forbidden',
      'This account has been deleted by its owner.',
    ]);
    expect(await readState(player.id)).toBe('deleted');
  });

  test.each([
    [{ reason: '  ' }, 'Reason is required.'],
    [{ reason: undefined }, 'Reason is required.'],
    [{ state: 'deleted' }, 'Invalid choice.'],
    [{ state: 'admin' }, 'Invalid choice.'],
    [{ userId: '7' }, 'Invalid id.'],
    [{ userId: -1 }, 'Invalid id.'],
  ])('with %j is refused', async (changed, message) => {
    const reply = await ban(changed);
    expect([...outcome(reply), reply.body.message]).toEqual([400, 'invalid', message]);
    expect(await readState(player.id)).toBe('active');
  });

  test('ignores unknown fields', async () => {
    await creditWelcomeDiamonds(fixture.site.deps, player.id, 50);
    await unban({ role: 'admin', isAdmin: true, balance: 1e9, id: staff.id });
    await ban({ role: 'admin', isAdmin: true, balance: 1e9, id: staff.id });
    const [row] = await fixture.db.sql`select role, state from players where id = ${player.id}`;
    expect(row).toEqual({ role: 'user', state: 'banned' });
    expect(await fixture.readBalance(player)).toBe(50);
    expect(await isIn(staff)).toBe(true);
  });
});

describe('a ban during play', () => {
  test('falls between two openings, and no stake follows it', async () => {
    const skin = await fixture.addSkin();
    await creditWelcomeDiamonds(fixture.site.deps, player.id, 10_000);
    await createSeeds(fixture.site.deps).ensure(player.id);
    const open = () => fixture.call('GET', `/case/openCase/${encodeURIComponent(skin.caseName)}`, player);
    const before = Array.from({ length: 10 }, open);
    const banning = ban();
    const meanwhile = Array.from({ length: 10 }, open);
    expect((await banning).status).toBe(200);
    const balance = await fixture.readBalance(player);
    const late = await Promise.all(Array.from({ length: 20 }, open));
    expect(late.map(({ status }) => status)).toEqual(Array(20).fill(401));
    const early = await Promise.all([...before, ...meanwhile]);
    for (const { status } of early) expect([200, 401, 403]).toContain(status);
    const opened = await fixture.db.sql`select from openings where player_id = ${player.id}`;
    expect(opened).toHaveLength(early.filter(({ status }) => status === 200).length);
    expect(await fixture.readBalance(player)).toBeLessThanOrEqual(balance);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });

  test('keeps purchases from before it, and allows none after it', async () => {
    const skin = await fixture.addSkin();
    const seller = await fixture.addTrader(0, [{ skin, count: 20 }]);
    const listed = [];
    for (const itemId of seller.items)
      listed.push((await fixture.list(seller, { itemId, price: 10 })).body.data.listingId);
    const buyers = await Promise.all(listed.map(() => fixture.addTrader(10)));
    const sales = listed.map((listingId, index) => fixture.buy(buyers[index]!, listingId));
    expect((await ban({ userId: seller.id })).status).toBe(200);
    const income = await fixture.readBalance(seller);
    const results = await Promise.all(sales);
    // A buyer who waits too long is asked to retry: nothing was bought.
    for (const reply of results) expect([200, 409, 503]).toContain(reply.status);
    expect(await fixture.readBalance(seller)).toBe(income);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(income / 10);
    expect(await findBreaches(fixture.db)).toEqual([]);
  });
});

describe('signing a player out', () => {
  test('ends every session and tab, and allows signing in again', async () => {
    const second = await secondDevice(player);
    const gone = (await openTabOf(player)).disconnected();
    const { status, body } = await signOut({ reason: 'A lost phone.' });
    expect([status, body]).toEqual([200, { message: 'User signed out.', data: { userId: player.id, sessions: 2 } }]);
    expect(await gone).toBe('io server disconnect');
    expect([await isIn(player), await isIn(second)]).toEqual([false, false]);
    expect(await isIn(await secondDevice(player))).toBe(true);
    expect(await actions()).toEqual([
      {
        action: 'account.sign-out',
        subject: `player:${player.id}`,
        reason: 'A lost phone.',
        before: null,
        after: { signedOut: 2 },
      },
    ]);
  });

  test('is not logged without a session', async () => {
    await signOut();
    expect((await signOut()).body.data.sessions).toBe(0);
    expect(await actions()).toHaveLength(1);
  });

  test('works on other staff, but not on oneself', async () => {
    const other = await fixture.addStaff();
    expect((await signOut({ userId: other.id })).status).toBe(200);
    expect(await isIn(other)).toBe(false);
    expect(outcome(await signOut({ userId: staff.id }))).toEqual([403, 'forbidden']);
    expect(await isIn(staff)).toBe(true);
    expect(outcome(await signOut({ userId: 4_040_404 }))).toEqual([404, 'not_found']);
    expect(outcome(await signOut({ reason: 'x' }))).toEqual([400, 'invalid']);
  });
});
