import { refusalStatus } from '@karat/contract/refusal';
import fc from 'fast-check';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCase, addItem, addPlayer, findBreaches, creditWelcomeDiamonds } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

// Every request gets an answer that fits the contract, reveals no internals and harms no other client.
const RUNS = 150;
const CASE = 'Fire & Ice';

let site: TestSite;
let token: string;
/** Callers by token; a visitor has none. Staff join for each call, because hostile requests of staff can end their own session. */
let players: readonly (string | undefined)[];

async function signUp(username: string): Promise<string> {
  const payload = { username, email: `${username}@example.com`, password: 'fuzz-fuzz' };
  const reply = await site.http.inject({ method: 'POST', url: '/auth/signup', payload });
  return reply.json<{ token: string }>().token;
}

const tokenOf = ({ authorization }: { authorization: string }): string => authorization.slice('Bearer '.length);

/** A player with items and diamonds, and a case to open. */
async function addRichPlayer(): Promise<string> {
  const { db } = site.deps;
  const [{ id, headers }, itemId] = [await addPlayer(db), await addItem(db)];
  await addCase(db, { name: CASE, price: 1_000, drops: [[itemId, 10_000]] });
  await creditWelcomeDiamonds(site.deps, id, 50_000);
  await site.http.inject({ url: `/case/openCase/${encodeURIComponent(CASE)}?count=5`, headers });
  return tokenOf(headers);
}

beforeAll(async () => {
  site = await createTestSite();
  await site.listen();
  token = await signUp('fuzzer');
  players = [undefined, token, await addRichPlayer()];
});
afterAll(() => site.close());

const NAUGHTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  '\u202Eabc',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '%00',
  '😀'.repeat(50),
  'x'.repeat(20_000),
  '9007199254740993',
  '-1',
  'NaN',
  'null',
];

const text = fc.oneof(fc.constantFrom(...NAUGHTY), fc.string({ unit: 'binary', maxLength: 200 }));
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, -1, 0, 1.5, 2 ** 53, 1e308, [], [[]], {}) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
/** Close enough to valid values to pass a first check. */
const PLAUSIBLE: Readonly<Record<string, readonly unknown[]>> = {
  userId: [1, 2, 9e15],
  amount: [1, -1, 5_000, 1e9, 0.5],
  reason: ['a reason'],
  minutes: [0, 5, 1e9],
  seconds: [0, 5, 1e9],
  isHidden: [true, false],
  itemIds: [[1], [1, 1, 2], [3, 9e15], [1.5], ['1']],
  itemName: ['P250'],
  skinName: ['Sand Dune', 'Other'],
  skinExterior: ['Field-Tested'],
  skinRarity: ['Covert'],
  weaponType: ['Knife'],
  itemImgUrl: ['https://pictures.example/a.png'],
  itemPrice: [10, 0.4, 1e9, 1e10],
  price: [10, 0.4, 1e9, 1e10],
  market_hash_name: ['p250', '%', ''],
  caseName: [CASE, 'Another'],
  casePrice: [2_000, 0.4, 1e9],
  caseImgUrl: ['https://pictures.example/a.png'],
  items: [[{ id: 1, drop_rate: 100 }], [{ id: 1, drop_rate: 33.33 }], [{ id: 9e15, drop_rate: 100 }], [{}]],
  clientSeed: ['a-seed'],
  confirmed: [true],
  page: [1, 2],
  limit: [5],
};
const FIELDS = [
  ...Object.keys(PLAUSIBLE),
  'email',
  'username',
  'password',
  'oldPassword',
  'newPassword',
  'confirmPassword',
  'notificationIds',
  'isAdmin',
  'role',
  'balance',
  'id',
];
const plausible = fc.record(
  Object.fromEntries(Object.entries(PLAUSIBLE).map(([field, values]) => [field, fc.constantFrom(...values)])),
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 9 }) },
  { weight: 4, arbitrary: plausible },
  { weight: 1, arbitrary: value },
);
const param = fc.oneof(text, fc.constantFrom('1', '2', '3', CASE, 'Another'));
const query = fc.oneof(
  fc.dictionary(text, text, { maxKeys: 4 }),
  fc.dictionary(
    fc.constantFrom('page', 'limit', 'count', 'hash', 'search', 'sort', 'rarity', 'view', 'requestKey'),
    fc.oneof(text, fc.constantFrom('1', '5', '1000000', 'newest', 'market')),
    { maxKeys: 4 },
  ),
);
/** Values that a header can hold. */
const headerText = text.map((any) => any.replace(/[^\t\x20-\x7E]/g, '').slice(0, 200));
const headers = fc.dictionary(
  fc.constantFrom('idempotency-key', 'x-client-entropy'),
  fc.oneof(headerText, fc.constantFrom('key-1', 'key-2', '0123456789abcdef'.repeat(2))),
);

const LEAKS = /\bat .*\.ts:\d+|node_modules|select .* from|insert into|postgres|ECONN|TypeError|Cannot read/i;

type Reply = { statusCode: number; body: string; headers: Record<string, unknown> };

/** Checks an answer. A server error fits only where the contract says that a site may lack something, such as e-mails. */
function expectFit(reply: Reply, refuses: readonly string[]): void {
  const { statusCode } = reply;
  expect(reply.body).not.toMatch(LEAKS);
  if (statusCode < 400 || !String(reply.headers['content-type']).includes('json')) {
    expect(statusCode).toBeLessThan(500);
    return;
  }
  const failure = JSON.parse(reply.body) as { message: string; error: string; code: string };
  expect(failure.message).toBe(failure.error);
  expect(Object.keys(refusalStatus)).toContain(failure.code);
  if (statusCode >= 500) expect(refuses).toContain(failure.code);
}

describe('a hostile request', () => {
  test(
    'to any call, from a visitor, a player or staff, gets an answer of the contract and keeps the books right',
    { timeout: 300_000 },
    async () => {
      const calls = site.http.karat.calls.filter(({ endpoint }) => endpoint.path !== '/auth/logout');
      for (const { endpoint } of calls) {
        const staff = await addPlayer(site.deps.db, 'admin');
        const sender = fc.constantFrom(...players, tokenOf(staff.headers));
        const request = fc.record({ body, param, query, headers, sender });
        await fc.assert(
          fc.asyncProperty(request, async (sent) => {
            const address = endpoint.path.replace(/:\w+/g, encodeURIComponent(sent.param.toWellFormed()));
            const reply = await site.http.inject({
              method: endpoint.method,
              url: `${address}?${new URLSearchParams(sent.query).toString()}`,
              headers: {
                'content-type': 'application/json',
                accept: 'application/json',
                ...sent.headers,
                ...(sent.sender === undefined ? {} : { authorization: `Bearer ${sent.sender}` }),
              },
              ...(endpoint.method === 'GET' ? {} : { payload: JSON.stringify(sent.body) ?? '' }),
            });
            expectFit(reply, endpoint.refuses ?? []);
          }),
          { numRuns: RUNS },
        );
      }
      expect((await site.http.inject('/readyz')).statusCode).toBe(200);
      expect(await findBreaches(site.deps.db)).toEqual([]);
    },
  );

  test.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\n' + 'a: b\r\n'.repeat(5_000)],
    ['a header of 100 kB', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'c'.repeat(100_000)}\r\n\r\n`],
    ['no HTTP at all', 'SSH-2.0-OpenSSH_9.9\r\n\r\n'],
    ['two lengths', 'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello'],
    [
      'a length and chunks',
      'POST /auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no host', 'GET /auth/me HTTP/1.1\r\n\r\n'],
    ['an unknown method', 'BREW /auth/me HTTP/1.1\r\nhost: x\r\n\r\n'],
    ['an absolute address', 'GET http://evil.example/auth/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'],
  ])('with %s closes only its own connection', async (_, raw) => {
    const port = Number(new URL(site.origin()).port);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(raw));
      const chunks: Buffer[] = [];
      socket.on('data', (data) => chunks.push(data)).on('error', () => undefined);
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    });
    expect(answer).toMatch(/^(?:HTTP\/1\.1 (?!5)|$)/);
    expect(answer).not.toMatch(LEAKS);
    expect((await fetch(`${site.origin()}/healthz`)).status).toBe(200);
  });
});

test('logs no secret that was sent', async () => {
  const secret = 'correct-horse-battery';
  const payload = { username: 'fuzzer', password: secret, email: 'secret@example.com', token: secret };
  await site.http.inject({ method: 'POST', url: '/auth/login', payload });
  await site.http.inject({
    url: '/auth/me',
    headers: { authorization: `Bearer ${token}`, cookie: `karat_session=${token}` },
  });
  const log = site.lines.join('');
  for (const word of [secret, token, 'secret@example.com']) expect(log).not.toContain(word);
});
