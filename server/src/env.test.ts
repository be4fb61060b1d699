import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { BadEnv } from './variables.ts';

const SECRET = 'a secret of thirty-two characters';

test('is by default a demo on the embedded database and the sandbox', () => {
  expect(readEnv({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicOrigin: undefined,
    databaseUrl: undefined,
    dataDir: path.resolve('data'),
    isDemo: true,
    platform: 'sandbox',
    areResidentsOn: true,
    residentsCount: 12,
    trustsProxy: false,
  });
});

test.each([
  ['PORT', 'abc', 'PORT must be a whole number from 0 to 65535, not "abc".'],
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000".'],
  ['TRUST_PROXY', 'maybe', 'TRUST_PROXY must be on or off, not "maybe".'],
  ['PLATFORM', 'xbox', 'PLATFORM must be one of sandbox, steam, not "xbox".'],
  ['PLATFORM', 'steam', 'PLATFORM=steam needs STEAM_API_KEY.'],
  ['PUBLIC_URL', 'karat.example', 'PUBLIC_URL must be a URL that starts with http:// or https://.'],
  [
    'PUBLIC_URL',
    'https://karat.example/site',
    'PUBLIC_URL must be an origin such as https://karat.example, with no path.',
  ],
  ['DATABASE_URL', 'mysql://x', 'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.'],
  [
    'DATABASE_URL',
    'postgres://x/y',
    'SECRET is required with DATABASE_URL: at least 32 random characters. Keep it safe.',
  ],
  ['REDIS_URL', 'http://x', 'REDIS_URL must be a URL that starts with redis:// or rediss://.'],
  ['SECRET', 'short', 'SECRET must be at least 32 bytes long.'],
  ['ADMIN_USERNAME', 'boss', 'ADMIN_USERNAME and ADMIN_PASSWORD go together: set both or neither.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of debug, info, warn, error, silent, not "loud".'],
  ['RESIDENTS', 'some', 'RESIDENTS must be on or off, not "some".'],
  ['RESIDENTS_COUNT', '41', 'RESIDENTS_COUNT must be a whole number from 0 to 40, not "41".'],
  ['AGE_CHECK', 'never', 'AGE_CHECK must be one of signup, explicit, not "never".'],
  ['MIN_WITHDRAW_EDGE', '-100.01', 'MIN_WITHDRAW_EDGE must be a number from -100 to 100, not "-100.01".'],
  ['MIN_WITHDRAW_EDGE', '3 %', 'MIN_WITHDRAW_EDGE must be a number from -100 to 100, not "3 %".'],
  ['DEPOSIT_HOLD_DAYS', '-1', 'DEPOSIT_HOLD_DAYS must be a number from 0 to 60, not "-1".'],
  ['MIN_GAME_MS', '-1', 'MIN_GAME_MS must be a whole number from 0 to 600000, not "-1".'],
  ['SESSIONS_KEEP_DAYS', '8', 'SESSIONS_KEEP_DAYS must be a whole number from 1 to 7, not "8".'],
  ['COUNTRY_HEADER', 'x country', 'COUNTRY_HEADER must be the name of a header, not "x country".'],
  [
    'MAP_IDS',
    'awp_lego=1,de_dust2=2',
    'MAP_IDS must be pairs such as awp_lego=3070251264 of awp_lego, aim_redline, not "de_dust2=2".',
  ],
  [
    'MAP_IDS',
    'awp_lego=a;quit',
    'MAP_IDS must be pairs such as awp_lego=3070251264 of awp_lego, aim_redline, not "awp_lego=a;quit".',
  ],
  ['ROOM_JOIN_MS', '9999', 'ROOM_JOIN_MS must be a whole number from 10000 to 3600000, not "9999".'],
  ['SANDBOX_MATCH_SPEED', '0', 'SANDBOX_MATCH_SPEED must be a number from 0.01 to 1000, not "0".'],
  ['SANDBOX_MATCH_SPEED', '1e3', 'SANDBOX_MATCH_SPEED must be a number from 0.01 to 1000, not "1e3".'],
  ['DENY_COUNTRIES', 'BE,Narnia', 'DENY_COUNTRIES must be two-letter codes such as BE,NL, not "NARNIA".'],
  [
    'DENY_COUNTRIES',
    'BE',
    'DENY_COUNTRIES needs COUNTRY_HEADER: the header in which your proxy sends the country of a visitor.',
  ],
  ...['x', '{}', '"secret"'].map((text) => [
    'GAME_SERVERS',
    text,
    'GAME_SERVERS must be a JSON list such as [{"location":"istanbul","address":"203.0.113.7:27015","rconPassword":"…"}].',
  ]),
  ['GAME_SERVERS', '["secret"]', 'Server 1 of GAME_SERVERS is not an object.'],
  [
    'GAME_SERVERS',
    '[{"rcon":"secret"}]',
    'Server 1 of GAME_SERVERS may have location, address, rconPassword, password and no other fields.',
  ],
  [
    'NODE_ENV',
    'production',
    'PUBLIC_URL is required in production: the address people open, such as https://karat.example.',
  ],
])('refuses %s=%s in one sentence', (name, value, sentence) => {
  expect(() => readEnv({ [name]: value })).toThrow(new BadEnv(sentence));
});

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://x/y',
  SECRET,
  PUBLIC_URL: 'https://karat.example',
};

test('offers no sandbox in production by default, and only passwords without a Steam key', () => {
  expect(readEnv(production)).toMatchObject({ platform: 'none', isDemo: false });
  expect(readEnv({ ...production, STEAM_API_KEY: 'key' })).toMatchObject({ platform: 'steam' });
});

test('drains for three seconds in production and stops immediately elsewhere', () => {
  expect([readEnv({}).drainMs, readEnv(production).drainMs]).toEqual([0, 3_000]);
  expect(readEnv({ ...production, DRAIN_MS: '500' }).drainMs).toBe(500);
  expect(() => readEnv({ DRAIN_MS: '60001' })).toThrow('DRAIN_MS must be a whole number from 0 to 60000');
});

test('does not enable the sandbox in production by accident', () => {
  expect(() => readEnv({ ...production, PLATFORM: 'sandbox' })).toThrow('In production it also needs DEMO=1');
  expect(readEnv({ ...production, PLATFORM: 'sandbox', DEMO: '1' }).platform).toBe('sandbox');
});

const publicEmbedded = { NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' };

test.each([
  ['in production on the embedded store', publicEmbedded, false],
  ['in production on the embedded store with DEMO=1', { ...publicEmbedded, DEMO: '1' }, true],
  ['with DATABASE_URL', { DATABASE_URL: 'postgres://x/y', SECRET }, false],
  ['with DATABASE_URL and DEMO=1', { DATABASE_URL: 'postgres://x/y', SECRET, DEMO: '1' }, true],
  ['with REAL_VALUE', { REAL_VALUE: '1' }, false],
  ['with REAL_VALUE in production', { ...publicEmbedded, REAL_VALUE: '1' }, false],
])('decides whether the site is a demo %s', (_, variables, isDemo) => {
  expect(readEnv(variables).isDemo).toBe(isDemo);
});

test.each([
  ['in production', production],
  ['in production on the embedded store', publicEmbedded],
  ['with real value', { REAL_VALUE: '1' }],
  ['with Steam', { STEAM_API_KEY: 'key' }],
  ['without a demo', { DEMO: '0' }],
])('allows no residents %s', (_, variables) => {
  expect(readEnv(variables).areResidentsOn).toBe(false);
  expect(() => readEnv({ ...variables, RESIDENTS: 'on' })).toThrow(
    new BadEnv(
      'RESIDENTS=on needs the sandbox with DEMO=1: residents are programs that play, and only a sandbox may have them.',
    ),
  );
});

test('has residents in a public demo, unless they are turned off', () => {
  expect(readEnv({ ...publicEmbedded, DEMO: '1' }).areResidentsOn).toBe(true);
  expect(readEnv({ RESIDENTS: 'off' }).areResidentsOn).toBe(false);
});

test.each([{}, publicEmbedded, production])('refuses a demo and the sandbox with real value: %j', (variables) => {
  expect(() => readEnv({ ...variables, DEMO: '1', REAL_VALUE: '1' })).toThrow(
    new BadEnv(
      'DEMO=1 and REAL_VALUE=1 cannot be combined: a demo gives diamonds to every account and has accounts with a published password.',
    ),
  );
  expect(() => readEnv({ ...variables, PLATFORM: 'sandbox', REAL_VALUE: '1' })).toThrow(
    new BadEnv('PLATFORM=sandbox and REAL_VALUE=1 cannot be combined: on the sandbox anyone can sign in as anyone.'),
  );
});

test('offers no platform with real value and no Steam key', () => {
  expect(readEnv({ REAL_VALUE: '1' }).platform).toBe('none');
  expect(readEnv({ REAL_VALUE: '1', STEAM_API_KEY: 'key' }).platform).toBe('steam');
});

test('denies countries by code in any spelling, and none by default', () => {
  expect(readEnv({})).toMatchObject({ countryHeader: undefined, deniedCountries: new Set(), ageCheck: 'signup' });
  const env = readEnv({ DENY_COUNTRIES: ' be, NL tr,', COUNTRY_HEADER: 'CF-IPCountry', AGE_CHECK: 'explicit' });
  expect(env.deniedCountries).toEqual(new Set(['BE', 'NL', 'TR']));
  expect(env).toMatchObject({ countryHeader: 'cf-ipcountry', ageCheck: 'explicit' });
});

test('has a default game server id for each map, which the operator can change', () => {
  expect(readEnv({}).mapIds).toEqual({ awp_lego: '3070251264', aim_redline: '3199551320' });
  expect(readEnv({ MAP_IDS: ' aim_redline=aim_redline, ' }).mapIds).toMatchObject({ aim_redline: 'aim_redline' });
});

const server = { location: 'istanbul', address: '203.0.113.7:27015', rconPassword: 'secret;"\'\\ ş' };

test('reads a list of game servers with their connection details', () => {
  const other = { location: 'tokyo', address: '[2001:db8::7]:27016', rconPassword: 'x', password: 'join-me_1.0' };
  const variables = { GAME_SERVERS: JSON.stringify([server, other]), PUBLIC_URL: 'https://karat.example' };
  expect(readEnv(variables).gameServers).toEqual([server, other]);
  expect(readEnv({ GAME_SERVERS: '' }).gameServers).toEqual([]);
});

test.each([
  [{ location: 'secret' }, /^Server 2 of GAME_SERVERS needs a location, one of beauharnois, .*bucharest\.$/],
  ...['secret', 'secret:0', 'a:65536', 'a b:1', 'rcon://a:1', 'a:1/secret', ':1', '[::secret]:1', 7, ''].map(
    (address) => [
      { address },
      /^Server 2 of GAME_SERVERS needs an address of host and port, such as "203\.0\.113\.7:27015"\.$/,
    ],
  ),
  ...['', 'secret\n', 'x'.repeat(129), null].map((rconPassword) => [
    { rconPassword },
    /^Server 2 of GAME_SERVERS needs an rconPassword of 1 to 128 characters\.$/,
  ]),
  ...['', 'secret"', 'secret; quit', 'secret/'].map((password) => [
    { password },
    /^Server 2 of GAME_SERVERS may have a password of letters, digits, "_", "\." and "-"\.$/,
  ]),
  [{ address: '203.0.113.7:27015' }, /^Server 2 of GAME_SERVERS has the same address as another one\.$/],
] as [object, RegExp][])('a game server with %j is refused, and no value is shown', (changed, sentence) => {
  const variables = { GAME_SERVERS: JSON.stringify([server, { ...server, address: 'b.example:27015', ...changed }]) };
  expect(() => readEnv(variables)).toThrow(sentence);
  expect(() => readEnv(variables)).not.toThrow(/secret/);
});

test('requires PUBLIC_URL for game servers on other machines', () => {
  const on = (address: string) => JSON.stringify([{ ...server, address }]);
  for (const address of ['localhost:1', '127.0.0.1:1', '[::1]:1']) {
    expect(readEnv({ GAME_SERVERS: on(address) }).gameServers).toHaveLength(1);
  }
  for (const address of ['203.0.113.7:27015', 'localhost.example:1', '192.168.1.10:1']) {
    expect(() => readEnv({ GAME_SERVERS: on(address) })).toThrow(
      new BadEnv('GAME_SERVERS needs PUBLIC_URL: where game servers fetch their matches and report them.'),
    );
  }
});

test.each([
  [undefined, 0],
  ['2.5', 2.5],
  ['-5', -5],
])('reads MIN_WITHDRAW_EDGE %j as %d percent', (text, percent) => {
  expect(readEnv(text === undefined ? {} : { MIN_WITHDRAW_EDGE: text }).minWithdrawEdge).toBe(percent);
});

test('refuses a METRICS_TOKEN that no request could send', () => {
  const sentence =
    'METRICS_TOKEN must be 20 to 200 characters: letters, digits, "-", ".", "_", "~", "+", "/" and "=" at the end.';
  for (const token of [
    'x'.repeat(19),
    'x'.repeat(201),
    'a token that has spaces',
    `quoted"${'x'.repeat(20)}`,
    'anahtarşifre1234567890',
  ]) {
    expect(() => readEnv({ METRICS_TOKEN: token })).toThrow(new BadEnv(sentence));
  }
  for (const token of ['x'.repeat(20), 'x'.repeat(200), 'b64.token_with~all+its/signs-0==']) {
    expect(readEnv({ METRICS_TOKEN: token }).metricsToken).toBe(token);
  }
  expect(readEnv({ METRICS_TOKEN: '' }).metricsToken).toBeUndefined();
});

test.each([
  [{}, { contact: 'mailto:operator@karat.example', allowsLoopback: true }],
  [{ PUSH: 'off' }, undefined],
  [{ PUBLIC_URL: 'https://karat.example' }, { contact: 'https://karat.example', allowsLoopback: false }],
  [{ PUBLIC_URL: 'http://localhost:4000' }, { contact: 'mailto:operator@karat.example', allowsLoopback: true }],
  [{ HOST: '0.0.0.0' }, { contact: 'mailto:operator@karat.example', allowsLoopback: false }],
  [
    { PUBLIC_URL: 'https://karat.example', CONTACT: 'help@karat.example' },
    { contact: 'mailto:help@karat.example', allowsLoopback: false },
  ],
  [
    { PUBLIC_URL: 'https://karat.example', CONTACT: 'https://help.example/ask' },
    { contact: 'https://help.example/ask', allowsLoopback: false },
  ],
  [
    { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' },
    { contact: 'mailto:operator@karat.example', allowsLoopback: false },
  ],
])('with %j push services get this contact', (variables, push) => {
  expect(readEnv(variables).push).toEqual(push);
});

describe('ROLE', () => {
  const shared = {
    DATABASE_URL: 'postgres://localhost/karat',
    REDIS_URL: 'redis://localhost:6379',
    SECRET: 'a secret of thirty-two characters',
  };

  test('is all by default, and one of four', () => {
    expect(readEnv({})).toMatchObject({ role: 'all' });
    for (const role of ['all', 'web', 'gateway', 'worker']) expect(readEnv({ ...shared, ROLE: role }).role).toBe(role);
    expect(() => readEnv({ ...shared, ROLE: 'socket' })).toThrow('ROLE must be one of all, web, gateway, worker');
  });

  test.each(['web', 'gateway', 'worker'])('%s needs a shared database and Redis', (role) => {
    expect(() => readEnv({ ...shared, ROLE: role, DATABASE_URL: '' })).toThrow(`ROLE=${role} needs DATABASE_URL`);
    expect(() => readEnv({ ...shared, ROLE: role, REDIS_URL: '' })).toThrow(`ROLE=${role} needs REDIS_URL`);
  });

  test('other than all has no residents', () => {
    const demo = { ...shared, DEMO: '1', PLATFORM: 'sandbox' };
    expect(readEnv(demo).areResidentsOn).toBe(true);
    expect(readEnv({ ...demo, ROLE: 'worker' }).areResidentsOn).toBe(false);
    expect(() => readEnv({ ...demo, ROLE: 'worker', RESIDENTS: 'on' })).toThrow('RESIDENTS=on needs ROLE=all');
  });
});

test.each<[variables: Record<string, string>, isNeeded: boolean]>([
  [{}, false],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example' }, true],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example', STAFF_SECOND_FACTOR: 'off' }, false],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'https://karat.example', DEMO: '1' }, false],
  [{ STAFF_SECOND_FACTOR: 'on' }, true],
])('with %j staff need a second factor: %s', (variables, isNeeded) => {
  expect(readEnv(variables).needsStaffFactor).toBe(isNeeded);
});
