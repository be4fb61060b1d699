import { describe, expect, test } from 'vitest';
import { type Body, createAccountFixture } from '#testing/account-fixture.ts';
import { currentCode, freshCode } from '#testing/second-factor.ts';

const { site, post, get, newPlayer, tokenFromLogin, isSignedIn } = createAccountFixture();

const PASSWORD = 'parola-1';
const RECOVERY_CODE = /^[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}$/;

async function newOwner() {
  const { username, token } = await newPlayer(PASSWORD);
  const { id } = (await site().deps.sessions.find(token))!;
  return { id, username, token };
}
type Owner = Awaited<ReturnType<typeof newOwner>>;

const setUp = ({ token }: Owner, password = PASSWORD) => post('/auth/setUpSecondFactor', { password }, { token });
const codeNow = (owner: Owner, secret: string) => freshCode(site().deps, secret, owner.id);

async function turnOn(owner: Owner): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await setUp(owner)).json<{ data: { secret: string } }>().data;
  const code = await codeNow(owner, secret);
  const reply = await post('/auth/confirmSecondFactor', { code }, { token: owner.token });
  return { secret, ...reply.json<{ data: { recoveryCodes: string[] } }>().data };
}

const codeOf = (reply: { json(): Body }): unknown => reply.json()['code'];

async function readState({ token }: Owner) {
  return (await get('/auth/getSecondFactor', { token })).json<{ data: Body }>().data;
}

async function readEvents({ id }: Owner): Promise<string[]> {
  const rows = await site().deps.db.sql<{ event: string }>`
    select event from site_events where player_id = ${id} and event <> 'account.signup' order by id`;
  return rows.map(({ event }) => event);
}

describe('setting up an app', () => {
  test('gives a secret and an address for a QR code, and counts only after its first code', async () => {
    const owner = await newOwner();
    const { data } = (await setUp(owner)).json<{ data: { secret: string; uri: string } }>();
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.uri).toBe(
      `otpauth://totp/Karat:${owner.username}?secret=${data.secret}&issuer=Karat&algorithm=SHA1&digits=6&period=30`,
    );
    expect(await readState(owner)).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect(await tokenFromLogin(owner.username, PASSWORD)).toMatch(/^[\w-]{43}$/);
  });

  test('turns on with the first code, gives ten recovery codes and ends the other sessions', async () => {
    const owner = await newOwner();
    const other = await tokenFromLogin(owner.username, PASSWORD);
    const { recoveryCodes } = await turnOn(owner);
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes.every((code) => RECOVERY_CODE.test(code))).toBe(true);
    expect(await readState(owner)).toEqual({ confirmedAt: expect.any(String), recoveryCodesLeft: 10 });
    expect([await isSignedIn(owner.token), await isSignedIn(other)]).toEqual([true, false]);
    expect(await readEvents(owner)).toEqual(['account.second-factor-on']);
  });

  test('needs the password', async () => {
    expect(codeOf(await setUp(await newOwner(), 'parola-2'))).toBe('wrong_password');
  });

  test('refuses a wrong code and stays off', async () => {
    const owner = await newOwner();
    await setUp(owner);
    const reply = await post('/auth/confirmSecondFactor', { code: '000000' }, { token: owner.token });
    expect([reply.statusCode, codeOf(reply)]).toEqual([400, 'wrong_code']);
    expect(await readState(owner)).toMatchObject({ confirmedAt: null });
  });

  test('is refused while an app is on', async () => {
    const owner = await newOwner();
    await turnOn(owner);
    expect(codeOf(await setUp(owner))).toBe('forbidden');
  });

  test('is confirmed once by parallel requests with one code', async () => {
    const owner = await newOwner();
    const { secret } = (await setUp(owner)).json<{ data: { secret: string } }>().data;
    const code = currentCode(secret);
    const confirm = () => post('/auth/confirmSecondFactor', { code }, { token: owner.token });
    const replies = await Promise.all(Array.from({ length: 4 }, confirm));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await readState(owner)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('stores neither the secret nor a recovery code', async () => {
    const owner = await newOwner();
    const { secret, recoveryCodes } = await turnOn(owner);
    const [row] = await site().deps.db.sql<{ stored: string }>`
      select encode(sealed, 'escape') || coalesce(handed_over, '')
             || (select string_agg(encode(code_hash, 'escape'), '') from recovery_codes) as stored
      from totp_secrets where player_id = ${owner.id}`;
    for (const text of [secret, ...recoveryCodes]) expect(row!.stored).not.toContain(text.replaceAll('-', ''));
  });
});

describe('turning it off', () => {
  test('needs a code, and then the password alone signs in', async () => {
    const owner = await newOwner();
    const { secret } = await turnOn(owner);
    const refused = await post('/auth/turnOffSecondFactor', { code: '123' }, { token: owner.token });
    expect(codeOf(refused)).toBe('wrong_code');
    const code = await codeNow(owner, secret);
    expect((await post('/auth/turnOffSecondFactor', { code }, { token: owner.token })).statusCode).toBe(200);
    expect(await readState(owner)).toEqual({ confirmedAt: null, recoveryCodesLeft: 0 });
    expect(await tokenFromLogin(owner.username, PASSWORD)).toMatch(/^[\w-]{43}$/);
    expect(await readEvents(owner)).toEqual(['account.second-factor-on', 'account.second-factor-off']);
  });
});

describe('new recovery codes', () => {
  test('replace the earlier ones', async () => {
    const owner = await newOwner();
    const { recoveryCodes } = await turnOn(owner);
    const [first, second] = recoveryCodes;
    const reply = await post('/auth/replaceRecoveryCodes', { code: first }, { token: owner.token });
    const replaced = reply.json<{ data: { recoveryCodes: string[] } }>().data.recoveryCodes;
    expect(new Set([...replaced, ...recoveryCodes]).size).toBe(20);
    expect(await readState(owner)).toMatchObject({ recoveryCodesLeft: 10 });
    const again = await post('/auth/replaceRecoveryCodes', { code: second }, { token: owner.token });
    expect(codeOf(again)).toBe('wrong_code');
  });

  test('a recovery code works in any case, with or without hyphens', async () => {
    const owner = await newOwner();
    const { recoveryCodes } = await turnOn(owner);
    const code = ` ${recoveryCodes[0]!.replaceAll('-', ' ').toLowerCase()} `;
    expect((await post('/auth/turnOffSecondFactor', { code }, { token: owner.token })).statusCode).toBe(200);
  });
});

test('account deletion deletes the secret and the recovery codes', async () => {
  const owner = await newOwner();
  await turnOn(owner);
  const form = { username: owner.username, password: PASSWORD };
  expect((await post('/user/deleteAccount', form, { token: owner.token })).statusCode).toBe(200);
  const rows = await site().deps.db.sql`
    select player_id from totp_secrets where player_id = ${owner.id}
    union all select player_id from recovery_codes where player_id = ${owner.id}`;
  expect(rows).toEqual([]);
});
