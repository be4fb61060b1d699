import { describe, expect, test } from 'vitest';
import { createAccountFixture } from '#testing/account-fixture.ts';
import { createAuthenticator } from '#testing/authenticator.ts';
import { readEmails } from '#testing/email-queue.ts';
import { freshCode, setFactorAge, turnOnApp } from '#testing/second-factor.ts';
import { replaceRecoveryCodes } from '#features/factors/factors.ts';

const { site, post, get, newPlayer } = createAccountFixture();

const PASSWORD = 'parola-1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const headers = { host: 'localhost', 'user-agent': FIREFOX, 'accept-language': 'tr' };
const address = '203.0.113.7';

async function newPerson() {
  const { username, email, token } = await newPlayer(PASSWORD);
  const { id } = (await site().deps.sessions.find(token))!;
  const send = (path: string, body: object) => post(`/auth/${path}`, body, { token, headers, address });
  return { id, username, email, token, send };
}

/** A player with an app and recovery codes. */
async function newOwner() {
  const { deps } = site();
  const person = await newPerson();
  const secret = await turnOnApp(deps, person.id);
  const recoveryCodes = await deps.db.transaction((tx) => replaceRecoveryCodes(tx.sql, person.id));
  return { ...person, recoveryCode: recoveryCodes[0]!, codeNow: () => freshCode(deps, secret, person.id) };
}

async function addPasskey({ id, send }: Awaited<ReturnType<typeof newPerson>>) {
  await setFactorAge(site().deps, { id }, 0);
  const started = await send('startPasskey', { password: PASSWORD });
  const options = started.json<{ data: { challenge: string } & Record<string, unknown> }>().data;
  return send('addPasskey', { name: 'My phone', response: createAuthenticator('http://localhost').create(options) });
}

const noticesOf = async (id: number) =>
  (await readEmails(site().deps, id)).filter(({ template }) => template === 'notice.factorChanged');
const changesOf = async (id: number) => (await noticesOf(id)).map(({ parameters }) => parameters['change']);

async function eventsOf(id: number): Promise<string[]> {
  const rows = await site().deps.db.sql<{ event: string }>`
    select event from site_events where player_id = ${id} and event <> 'account.signup' order by id`;
  return rows.map(({ event }) => event.replace('account.', ''));
}

type Reply = Awaited<ReturnType<typeof post>>;
type Change = () => Promise<{ id: number; reply: Reply }>;

const CHANGES: readonly [name: string, change: string, work: Change][] = [
  [
    'turning the app on',
    'second-factor-on',
    async () => {
      const { id, send } = await newPerson();
      const started = await send('setUpSecondFactor', { password: PASSWORD });
      const { secret } = started.json<{ data: { secret: string } }>().data;
      return { id, reply: await send('confirmSecondFactor', { code: await freshCode(site().deps, secret, id) }) };
    },
  ],
  [
    'turning the app off',
    'second-factor-off',
    async () => {
      const { id, send, codeNow } = await newOwner();
      return { id, reply: await send('turnOffSecondFactor', { code: await codeNow() }) };
    },
  ],
  [
    'new recovery codes',
    'recovery-codes',
    async () => {
      const { id, send, codeNow } = await newOwner();
      return { id, reply: await send('replaceRecoveryCodes', { code: await codeNow() }) };
    },
  ],
  [
    'a recovery code at the sign-in',
    'recovery-code-use',
    async () => {
      const { id, username, send, recoveryCode } = await newOwner();
      const login = await send('login', { username, password: PASSWORD });
      const { challenge } = login.json<{ challenge: string }>();
      return { id, reply: await send('confirmSignIn', { challenge, code: recoveryCode }) };
    },
  ],
  [
    'a recovery code in a session',
    'recovery-code-use',
    async () => {
      const { id, send, recoveryCode } = await newOwner();
      return { id, reply: await send('verifySecondFactor', { code: recoveryCode }) };
    },
  ],
  [
    'a new passkey',
    'passkey-add',
    async () => {
      const person = await newPerson();
      return { id: person.id, reply: await addPasskey(person) };
    },
  ],
];

describe('a change of a factor', () => {
  test.each(CHANGES)('by %s sends a notice with device, address and time, and is logged', async (_, change, work) => {
    const { id, reply } = await work();
    expect(reply.statusCode).toBe(200);
    const [notice, ...others] = await noticesOf(id);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({
      language: 'tr',
      state: 'waiting',
      parameters: { change, client: { device: 'Firefox on Linux', address } },
    });
    expect(Number.isNaN(Date.parse(notice!.parameters['at']!))).toBe(false);
    expect(await eventsOf(id)).toContain(change);
  });

  test('by removing a passkey sends a notice', async () => {
    const person = await newPerson();
    await addPasskey(person);
    const { data } = (await get('/auth/getPasskeys', { token: person.token })).json<{ data: { id: number }[] }>();
    expect((await person.send('removePasskey/999999999', {})).statusCode).toBe(404);
    expect((await person.send(`removePasskey/${data[0]!.id}`, {})).statusCode).toBe(200);
    expect(await changesOf(person.id)).toEqual(['passkey-add', 'passkey-remove']);
  });

  test('that is refused sends no notice', async () => {
    const { id, send } = await newOwner();
    for (const path of ['turnOffSecondFactor', 'replaceRecoveryCodes', 'verifySecondFactor']) {
      expect((await send(path, { code: '000000' })).statusCode).toBe(400);
    }
    expect(await noticesOf(id)).toEqual([]);
  });

  test('that ends all recovery codes sends one notice, also if one of them was the proof', async () => {
    for (const [path, change] of [
      ['turnOffSecondFactor', 'second-factor-off'],
      ['replaceRecoveryCodes', 'recovery-codes'],
    ] as const) {
      const { id, send, recoveryCode } = await newOwner();
      expect((await send(path, { code: recoveryCode })).statusCode).toBe(200);
      expect(await changesOf(id)).toEqual([change]);
    }
  });
});

test('a code of the app sends no notice', async () => {
  const { id, send, codeNow } = await newOwner();
  expect((await send('verifySecondFactor', { code: await codeNow() })).statusCode).toBe(200);
  expect(await noticesOf(id)).toEqual([]);
});
