import { WAGER_REFUSALS } from '@karat/contract/refusal';
import type { SiteStatus } from '@karat/contract/site-status';
import type { StaffSwitch } from '@karat/contract/switches';
import { GAMES } from '@karat/rules/games';
import { type SwitchName, SWITCHES } from '@karat/rules/switches';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '#site.ts';
import { createChatClients } from '#testing/chat-clients.ts';
import { addCase, addItem, addPlayer, findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { createRoleSites } from '#testing/role-sites.ts';
import { createRouletteFixture, type RouletteFixture } from '#testing/roulette-fixture.ts';
import { openTab } from '#testing/tab.ts';
import { until } from '#testing/until.ts';

let table: RouletteFixture;
let staff: TestPlayer;
let port: number;
beforeAll(async () => {
  table = await createRouletteFixture({ PLATFORM: 'sandbox' });
  staff = await addPlayer(table.db, 'admin');
  port = await table.site.listen();
  const itemId = await addItem(table.db, { price: 50 });
  await addCase(table.db, { name: 'Plain', price: 100, drops: [[itemId, 10_000]] });
});
afterAll(() => table.close());
afterEach(async () => {
  for (const name of SWITCHES) await set(name, { isOn: true });
});

const MESSAGE = { tr: 'Birazdan açılacak.', en: 'Back in a moment.' };

type Body = { code?: string; message?: string; notice?: unknown; data?: unknown };

async function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  who?: TestPlayer,
  payload?: object,
  http = table.site.http,
) {
  const reply = await http.inject({ method, url, headers: { ...who?.headers }, ...(payload && { payload }) });
  const isJson = String(reply.headers['content-type']).includes('json') && reply.body !== '';
  return { status: reply.statusCode, headers: reply.headers, body: (isJson ? JSON.parse(reply.body) : {}) as Body };
}

const set = (name: SwitchName, body: object, who = staff, http = table.site.http) =>
  call('POST', `/admin/setSwitch/${name}`, who, { reason: 'Tested', ...body }, http);

const mountedCalls = () => table.site.http.karat.calls;
const urlOf = (path: string) => path.replace(/:\w+/g, '1');
const codesOf = async (
  calls: readonly ReturnType<typeof mountedCalls>[number][],
  who?: TestPlayer,
): Promise<(readonly [string, string | undefined])[]> => {
  const codes: (readonly [string, string | undefined])[] = [];
  for (const { endpoint } of calls) {
    const { body } = await call(
      endpoint.method as 'GET',
      urlOf(endpoint.path),
      who,
      endpoint.method === 'GET' ? undefined : {},
    );
    codes.push([endpoint.path, body.code]);
  }
  return codes;
};

describe('a switch', () => {
  test('belongs to every call that takes a stake', () => {
    const takesStake = mountedCalls().filter(({ endpoint: { refuses = [] } }) =>
      WAGER_REFUSALS.every((code) => refuses.includes(code)),
    );
    expect(takesStake.filter(({ endpoint }) => endpoint.switch === undefined)).toEqual([]);
    expect(new Set(takesStake.map(({ endpoint }) => endpoint.switch))).toEqual(new Set(GAMES));
  });

  test.each(SWITCHES.filter((name) => name !== 'site' && name !== 'chat'))(
    '%s refuses its calls and no others',
    async (name) => {
      const player = await table.addPlayer();
      const own = mountedCalls().filter(({ endpoint }) => endpoint.switch === name);
      const others = mountedCalls().filter(({ endpoint }) => endpoint.switch !== undefined && endpoint.switch !== name);
      expect(own.length).toBeGreaterThan(0);
      expect((await set(name, { isOn: false, message: MESSAGE })).status).toBe(200);
      for (const who of [player, staff]) {
        expect(await codesOf(own, who)).toEqual(own.map(({ endpoint }) => [endpoint.path, 'switched_off']));
      }
      expect((await codesOf(others, player)).filter(([, code]) => code === 'switched_off')).toEqual([]);
      const { status, body } = await call(own[0]!.endpoint.method as 'GET', urlOf(own[0]!.endpoint.path), player);
      expect([status, body.notice]).toEqual([503, { message: MESSAGE, endsAt: null }]);
      await set(name, { isOn: true });
      expect((await codesOf(own, player)).filter(([, code]) => code === 'switched_off')).toEqual([]);
    },
  );

  test('chat refuses messages in both chats, also those of staff', async () => {
    const chatters = createChatClients(table.site, port);
    const [player, admin] = [await chatters.join(), await chatters.join('admin')];
    await set('chat', { isOn: false });
    for (const { tab } of [player, admin]) {
      tab.emit('SEND_MESSAGE', { message: 'hello', key: 'k1' });
      expect(await tab.next('ERROR')).toMatchObject({ code: 'switched_off', key: 'k1' });
      tab.emit('SEND_GAME_ROOM_MESSAGE', { roomId: 1, message: 'hello', key: 'k2' });
      expect(await tab.next('ERROR')).toMatchObject({ code: 'switched_off', key: 'k2' });
    }
    await set('chat', { isOn: true });
    await chatters.sendMessage(player.tab, 'hello again');
    chatters.closeTabs();
  });

  test('needs a reason, and both languages of a message', async () => {
    expect((await set('case', { isOn: false, reason: '  ' })).body.code).toBe('invalid');
    expect((await set('case', { isOn: false, message: { tr: 'Kapalı' } })).body.code).toBe('invalid');
    expect((await set('everything' as SwitchName, { isOn: false })).body.code).toBe('invalid');
    const player = await table.addPlayer();
    expect((await set('case', { isOn: false }, player)).body.code).toBe('forbidden');
  });

  test('is listed with its reason and who changed it', async () => {
    await set('market', { isOn: false, reason: 'Prices are wrong', message: MESSAGE });
    const { body } = await call('GET', '/admin/getSwitches', staff);
    const listed = body.data as StaffSwitch[];
    expect(listed.map(({ name }) => name)).toEqual([...SWITCHES]);
    expect(listed.find(({ name }) => name === 'market')).toMatchObject({
      isOn: false,
      reason: 'Prices are wrong',
      message: MESSAGE,
      changedBy: { id: staff.id },
    });
  });

  test('is logged once when two staff switch at the same moment', async () => {
    const other = await addPlayer(table.db, 'admin');
    const before = await readActions('market');
    for (const isOn of [false, true]) {
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) => set('market', { isOn }, index % 2 === 0 ? staff : other)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    }
    const logged = (await readActions('market')).slice(before.length);
    expect(logged.map(({ action, reason }) => [action, reason])).toEqual([
      ['switch.off', 'Tested'],
      ['switch.on', 'Tested'],
    ]);
  });
});

const readActions = (name: SwitchName) => table.db.sql<{ action: string; reason: string }>`
  select action, reason from staff_actions where subject = ${`switch:${name}`} order by id`;

/** What staff need to sign in, also with a lost password or without a second factor yet. */
const SIGN_IN = [
  '/auth/login',
  '/auth/logout',
  '/auth/me',
  '/auth/steamlogin',
  '/auth/steamreturn',
  '/auth/getEmailSettings',
  '/auth/requestPasswordReset',
  '/auth/resetPassword',
  '/auth/confirmSignIn',
  '/auth/getSecondFactor',
  '/auth/setUpSecondFactor',
  '/auth/confirmSecondFactor',
  '/auth/verifySecondFactor',
  '/auth/getPasskeys',
  '/auth/startPasskey',
  '/auth/addPasskey',
  '/auth/startPasskeySignIn',
  '/auth/signInWithPasskey',
  '/auth/startPasskeyCheck',
  '/auth/verifyPasskey',
];

describe('maintenance', () => {
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const close = () => set('site', { isOn: false, message: MESSAGE, endsAt });

  test('refuses every call of players and visitors but sign-in, with message and end', async () => {
    const player = await table.addPlayer();
    await close();
    const isOpen = (path: string) => SIGN_IN.includes(path) || path.startsWith('/site/');
    const calls = mountedCalls().filter(({ audience }) => audience === 'player' || audience === 'anyone');
    const paths = new Set(calls.map(({ endpoint }) => endpoint.path));
    expect(SIGN_IN.filter((path) => !paths.has(path))).toEqual([]);
    const closed = calls.filter(({ endpoint }) => !isOpen(endpoint.path));
    expect(await codesOf(closed, player)).toEqual(closed.map(({ endpoint }) => [endpoint.path, 'maintenance']));
    const forAll = closed.filter(({ audience }) => audience === 'anyone');
    expect(await codesOf(forAll)).toEqual(forAll.map(({ endpoint }) => [endpoint.path, 'maintenance']));
    const { status, body, headers } = await call('GET', '/case/getAllCases');
    expect([status, body.notice]).toEqual([503, { message: MESSAGE, endsAt }]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await call('GET', '/auth/me', player)).status).toBe(200);
    await set('site', { isOn: true });
    expect((await call('GET', '/case/getAllCases')).status).toBe(200);
  });

  test('leaves all calls to staff, game servers, health checks and metrics', async () => {
    await close();
    const others = mountedCalls().filter(({ endpoint }) => endpoint.path !== '/auth/logout');
    expect(
      (
        await codesOf(
          others.filter(({ audience }) => audience !== 'gameServer'),
          await addPlayer(table.db, 'admin'),
        )
      ).filter(([, code]) => code === 'maintenance'),
    ).toEqual([]);
    for (const url of ['/healthz', '/readyz', '/metrics']) expect((await call('GET', url)).status).toBe(200);
    expect((await call('POST', '/match/events', undefined, {})).body.code).toBe('unauthenticated');
  });

  test('lets staff sign in, and no players', async () => {
    const form = { username: 'waiting', email: 'waiting@karat.example', password: 'long enough' };
    expect((await call('POST', '/auth/signup', undefined, form)).status).toBe(200);
    await close();
    const login = () => call('POST', '/auth/login', undefined, { username: form.username, password: form.password });
    const sessions = () =>
      table.db.sql`select from sessions join players on players.id = player_id where username = 'waiting'`;
    const before = (await sessions()).length;
    expect((await login()).body.code).toBe('maintenance');
    expect((await sessions()).length).toBe(before);
    await table.db.sql`update players set role = 'admin' where username = 'waiting'`;
    expect((await login()).status).toBe(200);
  });

  test('under concurrent wagers leaves no half-finished wager, and the round is paid', async () => {
    await table.open();
    const players = await Promise.all(Array.from({ length: 8 }, () => table.addPlayer()));
    const wager = async (player: TestPlayer, index: number) =>
      index % 2 === 0
        ? call('POST', '/roulette/placeBet', player, { playerBet: 'red', amount: 10 })
        : call('GET', '/case/openCase/Plain', player);
    const rounds = Array.from({ length: 12 }, (_, index) => players.map((player) => () => wager(player, index))).flat();
    const replies: Awaited<ReturnType<typeof wager>>[] = [];
    let closing: Promise<unknown> | undefined;
    await Promise.all(
      rounds.map(async (make, index) => {
        if (index === 40) closing = close();
        replies.push(await make());
      }),
    );
    await closing;
    for (const player of players) replies.push(await wager(player, 0));
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(new Set([undefined, 'maintenance']));
    await table.finish();
    const [round] = await table.db.sql<{ state: string }>`select state from roulette_rounds order by id desc limit 1`;
    expect(round?.state).toBe('SETTLED');
    expect(await findBreaches(table.db)).toEqual([]);
  });
});

test('open tabs get each change, and the status on request', async () => {
  const tab = openTab(port);
  await tab.connected();
  await set('roulette', { isOn: false, message: MESSAGE });
  const expected: SiteStatus = { off: [{ name: 'roulette', message: MESSAGE, endsAt: null }], announcements: [] };
  expect(await tab.next('SITE_STATUS')).toEqual(expected);
  expect((await call('GET', '/site/getStatus')).body.data).toEqual(expected);
  await set('roulette', { isOn: true });
  expect(await tab.next('SITE_STATUS')).toEqual({ off: [], announcements: [] });
  tab.close();
});

describe('several processes', () => {
  const codeAt = async ({ http }: Site) =>
    (await call('GET', '/case/getAllCases', undefined, undefined, http)).body.code;

  test('know a change soon', async () => {
    const sites = await createRoleSites();
    const [first, second] = [sites.open('web'), sites.open('web')];
    const admin = await addPlayer(first.deps.db, 'admin');
    expect(await codeAt(second)).toBeUndefined();
    for (const [isOn, code] of [
      [false, 'maintenance'],
      [true, undefined],
    ] as const) {
      expect((await set('site', { isOn }, admin, first.http)).status).toBe(200);
      expect(await codeAt(first)).toBe(code);
      await until('the other process', async () => (await codeAt(second)) === code, { pollMs: 5 });
    }
    await sites.close();
  });

  test('read a change that they missed once they are connected again', async () => {
    const sites = await createRoleSites();
    const [other, site] = [sites.open('web'), sites.open('web')];
    const { db, switches } = site.deps;
    const admin = await addPlayer(db, 'admin');
    expect(await codeAt(site)).toBeUndefined();
    await set('chat', { isOn: false }, admin, other.http);
    await until('the subscription', async () => !(await switches.isOn('chat')));
    // Without a notification, as if it was lost.
    await db.sql`insert into switches (name, is_on, reason, changed_by) values ('site', false, 'Missed', ${admin.id})`;
    expect(await codeAt(site)).toBeUndefined();
    await db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`;
    await until('the missed change', async () => (await codeAt(site)) === 'maintenance');
    await sites.close();
  });
});
