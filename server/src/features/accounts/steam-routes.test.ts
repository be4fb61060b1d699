import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { makeAdmin } from './first-accounts.ts';
import { returnPathOf } from './steam-routes.ts';

let site: TestSite;
let players = 0;
let personas = 0;

beforeAll(async () => {
  site = await createTestSite();
  await site.listen();
});
afterAll(() => site.close());

const NAVIGATION = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
const CALL = { accept: 'application/json', 'sec-fetch-mode': 'cors' };

type Sent = { method?: 'GET' | 'POST'; payload?: object; headers?: Record<string, string> };

/** A minimal browser: keeps cookies and follows redirects one at a time. */
function createBrowser() {
  const cookies = new Map<string, string>();

  async function go(address: string, { method = 'GET', payload, headers = {} }: Sent = {}) {
    const { host, pathname, search } = new URL(address, site.origin());
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await site.http.inject({
      method,
      url: `${pathname}${search}`,
      headers: { host, ...NAVIGATION, ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value, maxAge } of reply.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  }

  const locationOf = ({ headers }: { headers: { location?: string | undefined } }): string => headers.location ?? '';

  return {
    cookies,
    go,
    /** The provider's page for a new sign-in. */
    async startSignIn(returnTo = '/profile'): Promise<string> {
      return locationOf(await go(`/auth/steamlogin?returnTo=${encodeURIComponent(returnTo)}`));
    },
    /** The address that the provider redirects back to. */
    async pick(page: string, as: string): Promise<URL> {
      return new URL(locationOf(await go(`${page}&as=${as}`)));
    },
    /** The address that the site redirects to at the end. */
    async comeBack(callback: URL | string): Promise<string> {
      return locationOf(await go(String(callback)));
    },
    async signIn(steamId: string, returnTo = '/profile'): Promise<string> {
      return this.comeBack(await this.pick(await this.startSignIn(returnTo), steamId));
    },
    async me(): Promise<Me | null> {
      return (await go('/auth/me?optional=1', { headers: CALL })).json<{ data: Me | null }>().data;
    },
    post: (url: string, payload: object) => go(url, { method: 'POST', payload, headers: CALL }),
  };
}

type Me = { id: number; username: string; email: string | null; steamId: string; role: string; hasPassword: boolean };
type Browser = ReturnType<typeof createBrowser>;

/** A persona that was not used before. */
async function newPersona(name = `Persona ${personas + 1}`): Promise<string> {
  const steamId = `7656119995${String(++personas).padStart(7, '0')}`;
  await site.deps.db.sql`insert into sandbox_personas (steam_id, name) values (${steamId}, ${name})`;
  return steamId;
}

async function signedUp(): Promise<Browser & { username: string }> {
  const browser = createBrowser();
  const username = `parolali${++players}`;
  const reply = await browser.post('/auth/signup', { username, email: `${username}@karat.test`, password: 'parola-1' });
  expect(reply.statusCode).toBe(200);
  return { ...browser, username };
}

describe('signing in', () => {
  test('creates an account the first time and finds it afterwards', async () => {
    const steamId = await newPersona('Şimşek Ali');
    const browser = createBrowser();
    expect(await browser.signIn(steamId)).toBe('/profile?signin=ok');
    const me = (await browser.me())!;
    expect(me).toMatchObject({ username: 'Şimşek_Ali', email: null, steamId, role: 'user', hasPassword: false });

    const another = createBrowser();
    expect(await another.signIn(steamId, '/case/Neon%20Rift')).toBe('/case/Neon%20Rift?signin=ok');
    expect((await another.me())!.id).toBe(me.id);
  });

  test('creates wallet, age confirmation and welcome like every account', async () => {
    const steamId = await newPersona();
    await createBrowser().signIn(steamId);
    const rows = await site.deps.db.sql`
      select balance, title, age_confirmed_at is not null as "isAged" from players
      join wallets on wallets.player_id = players.id join notifications on notifications.player_id = players.id
      where steam_id = ${steamId}`;
    expect(rows).toEqual([{ balance: 100_000, title: 'Welcome to Karat', isAged: true }]);
  });

  test('sets a Strict session cookie, clears the Lax state cookie, and stores the state only as a hash', async () => {
    const browser = createBrowser();
    const started = await browser.go('/auth/steamlogin');
    expect(started.statusCode).toBe(302);
    const [state] = [started.headers['set-cookie']].flat();
    expect(state).toMatch(/^karat_steam=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const [row] = await site.deps.db.sql<{ all: string }>`select string_agg(s::text, '') as all from steam_sign_ins s`;
    expect(row!.all).not.toContain(browser.cookies.get('karat_steam'));

    const callback = await browser.pick(started.headers.location!, await newPersona());
    const back = await browser.go(callback.href, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(back.statusCode).toBe(303);
    expect(back.headers.location).toBe('/?signin=ok');
    const set = back.headers['set-cookie'];
    expect(set).toContainEqual(expect.stringMatching(/^karat_session=[\w-]{43}; .*HttpOnly; SameSite=Strict$/));
    expect(set).toContainEqual(expect.stringMatching(/^karat_steam=; Max-Age=0/));
  });

  test('adds a suffix to a name that is in use or too short', async () => {
    const [one, two, short] = [await newPersona('Gölge'), await newPersona('GÖLGE'), await newPersona('Ed')];
    const names: string[] = [];
    for (const steamId of [one, two, short]) {
      const browser = createBrowser();
      await browser.signIn(steamId);
      names.push((await browser.me())!.username);
    }
    expect(names[0]).toBe('Gölge');
    expect(names[1]).toMatch(/^GÖLGE_\d{3}$/);
    expect(names[2]).toMatch(/^Ed_\d{3}$/);
  });

  test.each(['Admin', 'KARAT Team', 'Support 1', 'adm1n'])(
    'gives the persona %s no name that resembles staff',
    async (persona) => {
      const browser = createBrowser();
      await browser.signIn(await newPersona(persona));
      expect((await browser.me())!.username).toMatch(/^player_\d+$/);
    },
  );

  test('in two tabs concurrently creates one account', async () => {
    const steamId = await newPersona();
    const browsers = Array.from({ length: 4 }, createBrowser);
    const callbacks = await Promise.all(browsers.map(async (each) => each.pick(await each.startSignIn(), steamId)));
    const ends = await Promise.all(browsers.map((each, n) => each.comeBack(callbacks[n]!)));
    expect(new Set(ends)).toEqual(new Set(['/profile?signin=ok']));
    const ids = await Promise.all(browsers.map(async (each) => (await each.me())!.id));
    expect(new Set(ids).size).toBe(1);
  });

  test.each(['https://evil.test/', '//evil.test', '/nowhere', '/auth/logout'])(
    'never redirects to %s',
    async (returnTo) => {
      expect(await createBrowser().signIn(await newPersona(), returnTo)).toBe('/?signin=ok');
    },
  );

  test('is refused to banned players', async () => {
    const steamId = await newPersona();
    await createBrowser().signIn(steamId);
    await site.deps.db.sql`update players set state = 'banned' where steam_id = ${steamId}`;
    const browser = createBrowser();
    expect(await browser.signIn(steamId)).toBe('/profile?signin=banned');
    expect(await browser.me()).toBeNull();
  });

  test('by a sandbox persona never signs in staff', async () => {
    const steamId = await newPersona();
    const browser = createBrowser();
    await browser.signIn(steamId);
    await makeAdmin(site.deps, (await browser.me())!.username);
    expect(await browser.signIn(steamId)).toBe('/profile?signin=staff');
    expect(await browser.me()).toBeNull();
  });

  test('is impossible with the fake Steam id of a password account', async () => {
    const browser = await signedUp();
    const { steamId } = (await browser.me())!;
    const otherBrowser = createBrowser();
    const reply = await otherBrowser.go(`${await otherBrowser.startSignIn()}&as=${steamId}`);
    expect(reply.statusCode).toBe(404);
  });
});

describe('creates no session from', () => {
  const swapHost = (url: URL, name: string): void => {
    url.searchParams.set(name, url.searchParams.get(name)!.replace(site.origin(), 'http://evil.test'));
  };
  const forgeries: [name: string, forge: (url: URL) => void][] = [
    ['another host for the provider', (url) => swapHost(url, 'openid.op_endpoint')],
    ['a foreign return address', (url) => swapHost(url, 'openid.return_to')],
    [
      'a forged identity',
      (url) => {
        for (const name of ['openid.claimed_id', 'openid.identity']) {
          url.searchParams.set(name, `${site.origin()}/sandbox/openid/id/76561199900000001`);
        }
      },
    ],
    [
      'an identity of another host',
      (url) => {
        for (const name of ['openid.claimed_id', 'openid.identity']) swapHost(url, name);
      },
    ],
    ['a missing signature', (url) => url.searchParams.delete('openid.sig')],
    ['a missing protocol', (url) => url.searchParams.delete('openid.ns')],
    [
      'a repeated identity parameter',
      (url) => url.searchParams.append('openid.claimed_id', `${site.origin()}/sandbox/openid/id/76561199900000001`),
    ],
    ['another state', (url) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url) => url.searchParams.delete('state')],
    ['a NUL', (url) => url.searchParams.set('openid.assoc_handle', '1234567890\0')],
    ['fewer signed fields', (url) => url.searchParams.set('openid.signed', 'signed,op_endpoint')],
    ['an old nonce', (url) => url.searchParams.set('openid.response_nonce', '2020-08-27T04:44:16Zabc')],
    ['an additional parameter', (url) => url.searchParams.set('openid.ax.value', 'x')],
    ['another signature', (url) => url.searchParams.set('openid.sig', 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')],
    ['an error of the provider', (url) => url.searchParams.set('openid.mode', 'error')],
  ];

  test.each(forgeries)('%s', async (_, forge) => {
    const browser = createBrowser();
    const callback = await browser.pick(await browser.startSignIn(), await newPersona());
    forge(callback);
    expect(await browser.comeBack(callback)).toBe('/profile?signin=failed');
    expect(browser.cookies.has('karat_session')).toBe(false);
    expect(await browser.me()).toBeNull();
  });

  test('a callback without the cookie of the browser that began', async () => {
    const [victim, attacker] = [createBrowser(), createBrowser()];
    const callback = await attacker.pick(await attacker.startSignIn(), await newPersona());
    expect(await victim.comeBack(callback)).toBe('/?signin=failed');
    expect(await victim.me()).toBeNull();
  });

  test("another browser's callback, even if this one has a pending sign-in", async () => {
    const [victim, attacker] = [createBrowser(), createBrowser()];
    const callback = await attacker.pick(await attacker.startSignIn(), await newPersona());
    await victim.startSignIn();
    expect(await victim.comeBack(callback)).toBe('/profile?signin=failed');
    expect(await victim.me()).toBeNull();
  });

  test('a repeated callback, even with its cookie', async () => {
    const browser = createBrowser();
    const callback = await browser.pick(await browser.startSignIn(), await newPersona());
    const state = browser.cookies.get('karat_steam')!;
    expect(await browser.comeBack(callback)).toBe('/profile?signin=ok');
    const replaying = createBrowser();
    replaying.cookies.set('karat_steam', state);
    expect(await replaying.comeBack(callback)).toBe('/?signin=failed');
    expect(await replaying.me()).toBeNull();
  });

  test('a nonce that the provider uses twice', async () => {
    const browser = createBrowser();
    const callback = await browser.pick(await browser.startSignIn(), await newPersona());
    const nonce = callback.searchParams.get('openid.response_nonce')!;
    await site.deps.db.sql`insert into steam_nonces (nonce) values (${nonce})`;
    expect(await browser.comeBack(callback)).toBe('/profile?signin=failed');
    expect(await browser.me()).toBeNull();
  });

  test('a sign-in that took more than ten minutes', async () => {
    const browser = createBrowser();
    const callback = await browser.pick(await browser.startSignIn(), await newPersona());
    await site.deps.db.sql`update steam_sign_ins set created_at = now() - interval '11 minutes'`;
    expect(await browser.comeBack(callback)).toBe('/?signin=failed');
    expect(await browser.me()).toBeNull();
  });

  test('a cancelled sign-in, with that outcome', async () => {
    const browser = createBrowser();
    expect(await browser.signIn('cancel')).toBe('/profile?signin=cancelled');
    expect(await browser.me()).toBeNull();
  });

  test.each(['', '?', '?openid.mode=id_res', '?state=%00', '?openid.mode=cancel', `?${'x=1&'.repeat(900)}`])(
    'a malformed callback: /auth/steamreturn%s',
    async (query) => {
      const browser = createBrowser();
      expect(await browser.comeBack(`/auth/steamreturn${query}`)).toBe('/?signin=failed');
      expect(await browser.me()).toBeNull();
    },
  );

  test('a failure, which programs get as a status and browsers as a redirect', async () => {
    const reply = await createBrowser().go('/auth/steamreturn', { headers: CALL });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'sign_in_failed' });
  });

  test('a failure whose reason is in the log and not in the reply', async () => {
    const browser = createBrowser();
    const callback = await browser.pick(await browser.startSignIn(), await newPersona());
    callback.searchParams.set('openid.x', '1');
    await browser.go(callback.href);
    expect(site.lines.join('')).toContain('"reason":"unexpected parameter"');
  });
});

describe('linking', () => {
  test('replaces the fake Steam id of a password account, which can then sign in with either', async () => {
    const browser = await signedUp();
    const before = (await browser.me())!;
    const steamId = await newPersona();
    expect(await browser.signIn(steamId, '/security')).toBe('/security?signin=linked');
    expect(await browser.me()).toMatchObject({ id: before.id, username: browser.username, steamId });

    const another = createBrowser();
    await another.signIn(steamId);
    expect((await another.me())!.id).toBe(before.id);
  });

  test('applies to the session that began it, even without its Strict cookie on the return', async () => {
    const browser = await signedUp();
    const { id } = (await browser.me())!;
    const steamId = await newPersona();
    const callback = await browser.pick(await browser.startSignIn(), steamId);
    const session = browser.cookies.get('karat_session')!;
    browser.cookies.delete('karat_session');
    expect(await browser.comeBack(callback)).toBe('/profile?signin=linked');
    expect(browser.cookies.has('karat_session')).toBe(false);
    browser.cookies.set('karat_session', session);
    expect(await browser.me()).toMatchObject({ id, steamId });
  });

  test('refuses a persona with an account and merges nothing', async () => {
    const steamId = await newPersona();
    const owner = createBrowser();
    await owner.signIn(steamId);
    const browser = await signedUp();
    const before = await browser.me();
    expect(await browser.signIn(steamId)).toBe('/profile?signin=already_linked');
    expect(await browser.me()).toEqual(before);
    expect((await owner.me())!.steamId).toBe(steamId);

    const callback = await browser.pick(await browser.startSignIn(), steamId);
    const reply = await browser.go(callback.href, {
      headers: CALL,
    });
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'already_linked' }]);
  });

  test('refuses a second persona: an account keeps the one it has', async () => {
    const browser = await signedUp();
    const first = await newPersona();
    await browser.signIn(first);
    expect(await browser.signIn(await newPersona())).toBe('/profile?signin=already_linked');
    expect((await browser.me())!.steamId).toBe(first);
    expect(await browser.signIn(first)).toBe('/profile?signin=ok');
  });

  test('of two accounts that link one persona concurrently, one succeeds', async () => {
    const steamId = await newPersona();
    const browsers = [await signedUp(), await signedUp()];
    const callbacks = await Promise.all(browsers.map(async (each) => each.pick(await each.startSignIn(), steamId)));
    const ends = await Promise.all(browsers.map((each, n) => each.comeBack(callbacks[n]!)));
    expect(ends.toSorted()).toEqual(['/profile?signin=already_linked', '/profile?signin=linked']);
  });

  test('fails if the session that began it has ended', async () => {
    const browser = await signedUp();
    const steamId = await newPersona();
    const callback = await browser.pick(await browser.startSignIn(), steamId);
    await browser.go('/auth/logout', { headers: CALL });
    expect(await browser.comeBack(callback)).toBe('/?signin=failed');
    expect(await site.deps.db.sql`select from players where steam_id = ${steamId}`).toEqual([]);
  });
});

describe('the first password of a Steam account', () => {
  const password = { newPassword: 'yeni-parola', confirmPassword: 'yeni-parola' };

  test('can be set within ten minutes of the sign-in, ends other sessions, and works from then on', async () => {
    const steamId = await newPersona();
    const [browser, other] = [createBrowser(), createBrowser()];
    await other.signIn(steamId);
    await browser.signIn(steamId);
    const reply = await browser.post('/auth/setPassword', password);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Istek başarılı!' }]);
    const me = (await browser.me())!;
    expect(me.hasPassword).toBe(true);
    expect(await other.me()).toBeNull();

    const login = await createBrowser().post('/auth/login', { username: me.username, password: 'yeni-parola' });
    expect(login.json()).toMatchObject({ status: 'success', user: { username: me.username, email: null } });
    expect((await browser.post('/auth/setPassword', password)).statusCode).toBe(403);
  });

  test('is refused later, until the next Steam sign-in', async () => {
    const steamId = await newPersona();
    const browser = createBrowser();
    await browser.signIn(steamId);
    const { id } = (await browser.me())!;
    await site.deps.db
      .sql`update sessions set steam_signed_in_at = now() - interval '11 minutes' where player_id = ${id}`;
    const late = await browser.post('/auth/setPassword', password);
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'stale_sign_in' }]);
    expect(await browser.signIn(steamId)).toBe('/profile?signin=ok');
    expect((await browser.post('/auth/setPassword', password)).statusCode).toBe(200);
  });

  test.each([
    ['Yeni parola gerekli.', {}],
    ['Parola en az 8 karakterden oluşmalı', { newPassword: '1234567', confirmPassword: '1234567' }],
    ['Parolalar birbiriyle uyumlu olmalı.', { newPassword: '12345678', confirmPassword: '12345679' }],
  ])('answers "%s" to %j', async (message, body) => {
    const browser = createBrowser();
    await browser.signIn('76561199900000003');
    const reply = await browser.post('/auth/setPassword', body);
    expect([reply.statusCode, reply.json()]).toMatchObject([400, { message }]);
  });
});

test('is refused with a reason if the operator offers passwords only', async () => {
  const plain = await createTestSite({ NODE_ENV: 'production', PUBLIC_URL: 'https://karat.test' });
  const url = '/auth/steamlogin';
  const person = await plain.http.inject({ url, headers: NAVIGATION });
  expect([person.statusCode, person.headers.location]).toEqual([303, '/?signin=unavailable']);
  expect((await plain.http.inject({ url })).statusCode).toBe(503);
  expect((await plain.http.inject({ url: '/sandbox/openid/login' })).statusCode).toBe(404);
  await plain.close();
});

test('a sign-in through 127.0.0.1 returns to 127.0.0.1', async () => {
  const started = await site.http.inject({ url: '/auth/steamlogin', headers: { host: '127.0.0.1:3000' } });
  const returnTo = new URL(started.headers.location!).searchParams.get('openid.return_to')!;
  expect(new URL(returnTo).origin).toBe('http://127.0.0.1:3000');
});

test('the Host header of a request is never sent to real Steam', async () => {
  const real = await createTestSite({ STEAM_API_KEY: 'key', PORT: '3000' });
  const started = await real.http.inject({ url: '/auth/steamlogin', headers: { host: 'evil.test' } });
  const { origin, searchParams } = new URL(started.headers.location!);
  expect(origin).toBe('https://steamcommunity.com');
  expect(new URL(searchParams.get('openid.return_to')!).origin).toBe('http://localhost:3000');
  expect(searchParams.get('openid.realm')).toBe('http://localhost:3000');
  await real.close();
});

describe('the page after a sign-in', () => {
  test.each(['/', '/cases', '/case/Neon%20Rift', '/profilim', '/destek/12', '/admin/user/7'])('accepts %s', (path) => {
    expect(returnPathOf(path)).toBe(path);
  });

  test.each([
    undefined,
    '',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/case//evil.test',
    '/case/x?next=//evil.test',
    '/case/x\r\nset-cookie: a=b',
    '/case/x#y',
    '/cases/',
    '/nowhere',
    '/auth/logout',
    'cases',
  ])('replaces %j by the home page', (path) => {
    expect(returnPathOf(path)).toBe('/');
  });
});
