import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listenRcon, type RconServer } from '#sandbox/rcon-server.ts';
import { addPlayer } from '#testing/fixtures.ts';
import { createStaffCalls, type StaffCalls } from '#testing/staff-calls.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const STATUS = [
  'hostname : Karat | Istanbul',
  'udp/ip   : 0.0.0.0:27015 (public 203.0.113.7:27015)',
  'loaded spawngroup(  1)  : SV:  [1: awp_lego | main lump | mapload]',
  '---------players--------',
  "    0      BOT    0    0     active      0 'Rezan'",
  "    3    12:34   24    0   spawning 786432 203.0.113.7:27005 '<img src=x>'",
].join('\n');
const PASSWORDS = /top-secret|join-me/;

let site: TestSite;
let staffCalls: StaffCalls;
let rconServer: RconServer;
let goneAddress: string;
const commands: string[] = [];

beforeAll(async () => {
  rconServer = await listenRcon({
    password: 'top-secret',
    reply: (command) => {
      commands.push(command);
      if (command === 'users') return 'x'.repeat(70_000);
      return command === 'status' ? STATUS : `did ${command}`;
    },
  });
  const gone = await listenRcon({ password: '', reply: () => '' });
  goneAddress = `127.0.0.1:${gone.port}`;
  await gone.close();
  const server = { location: 'istanbul', rconPassword: 'top-secret', password: 'join-me' };
  site = await createTestSite({
    GAME_SERVERS: JSON.stringify([
      { ...server, address: `127.0.0.1:${rconServer.port}` },
      { ...server, location: 'tokyo', address: goneAddress },
      { ...server, location: 'tokyo', address: `localhost:${rconServer.port}`, rconPassword: 'wrong' },
    ]),
  });
  staffCalls = await createStaffCalls(site);
});
afterAll(async () => {
  await site.close();
  await rconServer.close();
});

async function ask(method: 'GET' | 'POST', url: string, body?: object) {
  const reply = await staffCalls.call(method, url, body);
  return { status: reply.statusCode, body: reply.json() };
}

async function actions(): Promise<object[]> {
  return site.deps.db.sql`select actor_id as who, action, subject, after from staff_actions order by id desc limit 2`;
}

const CALLS = [
  ['GET', '/rcon/getGameServers'],
  ['GET', '/rcon/checkStatus'],
  ['POST', '/rcon/cmd'],
] as const;

test.each(CALLS)('%s %s is for staff, every time', async (method, url) => {
  const body = method === 'POST' ? { cmd: 'status' } : undefined;
  const player = await addPlayer(site.deps.db);
  expect((await staffCalls.call(method, url, body, player)).statusCode).toBe(403);
  const staff = await addPlayer(site.deps.db, 'admin');
  expect((await staffCalls.call(method, url, body, staff)).statusCode).toBe(200);
  commands.length = 0;
  expect((await site.http.inject({ method, url, ...(body && { payload: body }) })).statusCode).toBe(401);
  expect(commands).toEqual([]);
});

test('lists servers with their rooms, without passwords', async () => {
  const { db } = site.deps;
  const [room] = await db.sql<{ id: number }>`
    insert into rooms (map, player_count, server_location, ticket_price, owner_id, state, seed_hash, sealed_seed, server_ip)
    values ('awp_lego', '1v1', 'tokyo', 0, ${staffCalls.admin.id}, 'MATCH_STARTING', 'x', 'x', ${goneAddress}) returning id`;
  const { status, body } = await ask('GET', '/rcon/getGameServers');
  expect([status, body.data]).toEqual([
    200,
    [
      { id: 1, location: 'istanbul', address: `127.0.0.1:${rconServer.port}`, isSandbox: false, roomId: null },
      { id: 2, location: 'tokyo', address: goneAddress, isSandbox: false, roomId: room!.id },
      { id: 3, location: 'tokyo', address: `localhost:${rconServer.port}`, isSandbox: false, roomId: null },
    ],
  ]);
  expect(JSON.stringify(body)).not.toMatch(PASSWORDS);
});

test('uses the first server if none is given', async () => {
  const data = {
    server: { id: 1, hostname: 'Karat | Istanbul', public_ip: '203.0.113.7:27015', map: 'awp_lego' },
    players: [
      { type: 'BOT', name: 'Rezan', state: 'active' },
      { type: 'HUMAN', name: '<img src=x>', state: 'spawning' },
    ],
  };
  for (const query of ['', '?serverId=1']) {
    expect(await ask('GET', `/rcon/checkStatus${query}`)).toEqual({ status: 200, body: { data } });
  }
});

test.each([
  ['GET', '/rcon/checkStatus?serverId=9', undefined],
  ['GET', '/rcon/checkStatus?serverId=0', undefined],
  ['POST', '/rcon/cmd', { cmd: 'status', serverId: 9 }],
] as const)('%s %s %j: unknown server', async (method, url, body) => {
  expect(await ask(method, url, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

test.each([
  [2, 'The game server cannot be reached.'],
  [3, 'The game server refused the RCON password.'],
])('reports why server %i does not reply, and logs it', async (serverId, message) => {
  const failed = { status: 503, body: { code: 'server_unreachable', message } };
  expect(await ask('GET', `/rcon/checkStatus?serverId=${serverId}`)).toMatchObject(failed);
  expect(await ask('POST', '/rcon/cmd', { cmd: 'say hi', serverId })).toMatchObject(failed);
  const entry = { who: staffCalls.admin.id, subject: `server:${serverId}` };
  expect(await actions()).toEqual([
    { ...entry, action: 'server.outcome', after: { command: 'say hi', outcome: message } },
    { ...entry, action: 'server.command', after: { command: 'say hi' } },
  ]);
});

describe('a command', () => {
  test('is sent as typed, and logged with its result', async () => {
    expect(await ask('POST', '/rcon/cmd', { cmd: '  say Merhaba "ş"  ' })).toEqual({
      status: 200,
      body: { message: 'Rcon command successfully executed', data: 'did say Merhaba "ş"' },
    });
    const entry = { who: staffCalls.admin.id, subject: 'server:1' };
    const command = 'say Merhaba "ş"';
    expect(await actions()).toEqual([
      { ...entry, action: 'server.outcome', after: { command, outcome: 'answered', characters: 19 } },
      { ...entry, action: 'server.command', after: { command } },
    ]);
  });

  test('that is dangerous is sent after confirmation', async () => {
    commands.length = 0;
    const cmd = 'css_endmatch';
    const refused = { status: 409, body: { code: 'command_unconfirmed' } };
    expect(await ask('POST', '/rcon/cmd', { cmd })).toMatchObject(refused);
    expect(await ask('POST', '/rcon/cmd', { cmd, isConfirmed: false })).toMatchObject(refused);
    expect(commands).toEqual([]);
    expect(await ask('POST', '/rcon/cmd', { cmd, isConfirmed: true })).toMatchObject({ status: 200 });
    expect(commands).toEqual([cmd]);
  });

  test.each(['quit', 'status;quit', 'say a\nquit', 'rcon_password hunter2', 'say \0', 'ş'.repeat(200)])(
    '%j is refused even if confirmed, and only its name is logged',
    async (cmd) => {
      commands.length = 0;
      expect(await ask('POST', '/rcon/cmd', { cmd, isConfirmed: true })).toMatchObject({
        status: 409,
        body: { code: 'command_refused' },
      });
      expect(commands).toEqual([]);
      const command = /^\w*/.exec(cmd)![0];
      expect((await actions())[0]).toMatchObject({ action: 'server.refused', after: { command } });
    },
  );

  test.each([{}, { cmd: '' }, { cmd: '  ' }, { cmd: 7 }, { cmd: 'x'.repeat(257) }, { cmd: 'status', serverId: 'a' }])(
    '%j is invalid',
    async (body) => {
      expect(await ask('POST', '/rcon/cmd', body)).toMatchObject({ status: 400, body: { code: 'invalid' } });
    },
  );

  test('has a truncated reply', async () => {
    const { body } = await ask('POST', '/rcon/cmd', { cmd: 'users' });
    expect(body.data).toBe(`${'x'.repeat(65_536)}…`);
  });
});

test('no password is in the process log or the staff log', async () => {
  const stored = await site.deps.db.sql`select after from staff_actions`;
  expect(site.lines.join('\n') + JSON.stringify(stored)).not.toMatch(/top-secret|join-me|hunter2/);
});
