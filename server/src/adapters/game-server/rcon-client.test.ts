import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { listenRcon, type RconServer, type RconServerOptions } from '#sandbox/rcon-server.ts';
import { connectRcon, type RconConnection, type RconOptions } from './rcon-client.ts';
import { encodePacket } from './rcon-wire.ts';

const LONG = `${'x'.repeat(10_000)}END`;
/** Characters of two and three bytes, so that a split falls inside one. */
const TURKISH = 'ŞığüöçĞ→'.repeat(2_000);
const ANSWERS: Readonly<Record<string, string>> = { long: LONG, turkish: TURKISH, nothing: '' };

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function serve(more: Partial<RconServerOptions> = {}): Promise<RconServer> {
  const reply = (command: string): string => ANSWERS[command] ?? `ok:${command}`;
  const server = await listenRcon({ password: 'şifre', reply, ...more });
  opened.push(server);
  return server;
}

async function connect(port: number, more: Partial<RconOptions> = {}): Promise<RconConnection> {
  const options = { host: '127.0.0.1', port, password: 'şifre', timeoutMs: 5_000, idleMs: 50, ...more };
  const connection = await connectRcon(options);
  opened.push(connection);
  return connection;
}

/** A TCP server that does not speak RCON. */
async function listenBare(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    serve(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  opened.push({
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  });
  return (server.address() as AddressInfo).port;
}

describe.each<Partial<RconServerOptions>>([
  { dialect: 'csgo' },
  { dialect: 'csgo', mergesAuth: false },
  { dialect: 'csgo', pieceBytes: 97 },
  { dialect: 'csgo', mirrors: false },
  { dialect: 'cs2' },
  { dialect: 'cs2', pieceBytes: 700 },
  { dialect: 'cs2', mirrors: false },
  { dialect: 'cs2', mirrors: false, pieceBytes: 1_900 },
])('a server that is %j', (quirks) => {
  test('gets complete answers with intact characters', async () => {
    const { port } = await serve(quirks);
    const rcon = await connect(port);
    const got = [];
    for (const command of ['hi', 'long', 'turkish', 'nothing', 'bye']) got.push(await rcon.exec(command));
    expect(got).toEqual(['ok:hi', LONG, TURKISH, '', 'ok:bye']);
  });

  test('refuses a wrong password', async () => {
    const { port } = await serve(quirks);
    await expect(connect(port, { password: 'wrong' })).rejects.toMatchObject({ reason: 'refused_password' });
  });
});

test.each([
  ['say a\nquit', 'control_character'],
  ['say a\rquit', 'control_character'],
  ['say \0', 'control_character'],
  ['x'.repeat(4_087), 'too_long'],
  ['ş'.repeat(2_044), 'too_long'],
])('does not send a command that a server would misread', async (command, reason) => {
  const received: string[] = [];
  const { port } = await serve({ reply: (command) => `${received.push(command)}` });
  const rcon = await connect(port);
  await expect(rcon.exec(command)).rejects.toMatchObject({ reason });
  expect(await rcon.exec('x'.repeat(4_086))).toBe('1');
  expect(received).toEqual(['x'.repeat(4_086)]);
});

test('gives up on a server that hangs and closes the connection', async () => {
  const { port } = await serve({ mirrors: false, reply: () => new Promise(() => undefined) });
  const rcon = await connect(port, { timeoutMs: 200 });
  await expect(rcon.exec('hi')).rejects.toMatchObject({ reason: 'timeout' });
  expect(rcon.isOpen()).toBe(false);
  await expect(rcon.exec('hi')).rejects.toMatchObject({ reason: 'closed' });
});

test('gives up on a server that never answers a login', async () => {
  const port = await listenBare(() => undefined);
  await expect(connect(port, { timeoutMs: 200 })).rejects.toMatchObject({ reason: 'timeout' });
});

test.each(['csgo', 'cs2'] as const)('rejects half an answer of a %s server that died', async (dialect) => {
  const { port } = await serve({ dialect, diesAfterBytes: 5_000 });
  const rcon = await connect(port);
  await expect(rcon.exec('long')).rejects.toMatchObject({ reason: 'closed' });
  expect(rcon.isOpen()).toBe(false);
});

test('distinguishes a server that closes on login from one that is not running', async () => {
  const port = await listenBare((socket) => void socket.on('data', () => void socket.destroy()));
  await expect(connect(port)).rejects.toMatchObject({ reason: 'closed' });
  const gone = await serve();
  await gone.close();
  await expect(connect(gone.port)).rejects.toMatchObject({ reason: 'unreachable' });
});

test('gives up immediately on data that is not RCON', async () => {
  const port = await listenBare((socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
  await expect(connect(port)).rejects.toMatchObject({ reason: 'closed' });
});

test('reports a server that lost the login', async () => {
  const port = await listenBare((socket) => {
    socket.once('data', (data: Buffer) => {
      socket.write(encodePacket({ id: data.readInt32LE(4), type: 2, body: '' }));
      socket.on('data', () => void socket.write(encodePacket({ id: -1, type: 2, body: '' })));
    });
  });
  const rcon = await connect(port);
  await expect(rcon.exec('hi')).rejects.toMatchObject({ reason: 'refused_password' });
});
