import { afterEach, expect, test } from 'vitest';
import { listenRcon, type RconServerOptions } from '#sandbox/rcon-server.ts';
import { type GameServerLink, ServerUnreachable } from './game-server.ts';
import { createSourceServers, type GameServerSetting } from './source-servers.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

const ANSWERS: Readonly<Record<string, string>> = {
  status: 'hostname : Karat\nudp/ip   : 203.0.113.7:27015\nmap : awp_lego\n',
  get5_web_available: '{"gamestate":0,"available":1}',
  get5_status: '{"gamestate":"warmup","matchid":7,"team1":{"current_map_score":0,"ready":true},"team2":{}}',
};

async function open(more: Partial<RconServerOptions> = {}, rconPassword = 'pw') {
  const commands: string[] = [];
  const reply = (command: string): string => {
    commands.push(command);
    return ANSWERS[command] ?? `Unknown command "${command}"`;
  };
  const rconServer = await listenRcon({ password: 'pw', reply, ...more });
  opened.push(rconServer);
  const setting: GameServerSetting = { location: 'istanbul', address: `127.0.0.1:${rconServer.port}`, rconPassword };
  const servers = createSourceServers({
    servers: [setting, { ...setting, location: 'tokyo', password: 'join' }],
    siteOrigin: () => 'https://karat.example',
    timeoutMs: 200,
  });
  opened.push(servers);
  return { commands, servers, rconServer, link: servers.link(1)! };
}

test('lists servers in the order of the configuration and finds them by number', async () => {
  const { servers } = await open();
  expect(servers.list()).toMatchObject([
    { id: 1, location: 'istanbul', password: null, isSandbox: false },
    { id: 2, location: 'tokyo', password: 'join', isSandbox: false },
  ]);
  expect(JSON.stringify(servers.list())).not.toContain('pw');
  expect([0, 3, -1, 1.5].map((id) => servers.link(id))).toEqual(Array.from({ length: 4 }, () => undefined));
  expect(await servers.link(2)!.command('hi')).toBe('Unknown command "hi"');
});

test('loads a match by a quoted URL and header', async () => {
  const { commands, link } = await open();
  expect(await link.isFree()).toBe(true);
  await link.loadMatch({ url: 'https://karat.example/match/config/7', key: 'abc' });
  expect(await link.matchStatus()).toMatchObject({ matchId: 7, gameState: 'warmup', isReady: { team1: true } });
  await link.endMatch();
  expect(commands).toEqual([
    'get5_web_available',
    'matchzy_loadmatch_url "https://karat.example/match/config/7" "Authorization" "Bearer abc"',
    'get5_status',
    'css_endmatch',
  ]);
});

test.each([
  { url: 'https://karat.example/"; quit', key: 'abc' },
  { url: 'https://karat.example/', key: 'abc" "x' },
  { url: 'quit', key: 'abc' },
])('refuses to send what could end a quoted argument: %j', async (match) => {
  const { commands, link } = await open();
  await expect(link.loadMatch(match)).rejects.toThrow('the URL and the key must be quotable');
  expect(commands).toEqual([]);
});

test('reads the status of a server', async () => {
  const { link } = await open();
  const server = { hostname: 'Karat', public_ip: '203.0.113.7:27015', map: 'awp_lego' };
  expect(await link.status()).toEqual({ server, players: [] });
});

const CALLS: readonly ((link: GameServerLink) => Promise<unknown>)[] = [
  (link) => link.status(),
  (link) => link.isFree(),
  (link) => link.matchStatus(),
];

test('treats an unreadable answer as unreachable', async () => {
  const { link } = await open({ reply: () => 'Unknown command' });
  for (const call of CALLS) await expect(call(link)).rejects.toThrow(ServerUnreachable);
});

test('explains a failure in a sentence without the password', async () => {
  const refused = await open({}, 'wrong');
  await expect(refused.link.status()).rejects.toThrow(
    new ServerUnreachable('The game server refused the RCON password.'),
  );
  const hanging = await open({ mirrors: false, reply: () => new Promise(() => undefined) });
  await expect(hanging.link.status()).rejects.toThrow(new ServerUnreachable('The game server did not answer in time.'));
  const dying = await open({ diesAfterBytes: 3 });
  await expect(dying.link.status()).rejects.toThrow(new ServerUnreachable('The game server closed the connection.'));
  const gone = await open();
  await gone.rconServer.close();
  await expect(gone.link.status()).rejects.toThrow(
    new ServerUnreachable('The game server cannot be reached.', { isGone: true }),
  );
});
