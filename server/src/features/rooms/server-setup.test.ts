import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { listenRcon } from '#sandbox/rcon-server.ts';
import { untilBlocked } from '#testing/lock-holder.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createServerSetup } from './server-setup.ts';

const LEASE = { name: 'rooms', epoch: 1 };
const ORIGIN = 'https://karat.example';
const opened: { close(): unknown }[] = [];
let fixture: RoomFixture;

beforeAll(async () => {
  fixture = await createRoomFixture();
  await fixture.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
});
afterEach(async () => {
  // Work in progress is abandoned.
  await fixture.db.sql`update rooms set server_id = null, server_ip = null, loaded_at = now()`;
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => fixture.close());

type Loaded = { readonly matchid: number; readonly loaded_config_file: string };

/** A TCP game server that holds one match, and the checks of a loop that knows no other server. */
async function openServer(loaded?: Loaded, loads: Promise<void> = Promise.resolve()) {
  const commands: string[] = [];
  const none = { gamestate: 'none', matchid: null, team1: null, team2: null };
  const reply = async (command: string): Promise<string> => {
    commands.push(command);
    const url = /^matchzy_loadmatch_url "([^"]*)"/.exec(command)?.[1];
    if (url !== undefined) await loads;
    if (url !== undefined) loaded = { matchid: Number(url.split('/').at(-1)), loaded_config_file: url };
    if (command === 'css_endmatch') loaded = undefined;
    return JSON.stringify(loaded === undefined ? none : { ...none, ...loaded, gamestate: 'warmup' });
  };
  const machine = await listenRcon({ password: 'pw', reply });
  const servers = createSourceServers({
    servers: [machine.port, 9].map((port) => ({
      location: 'istanbul',
      address: `127.0.0.1:${port}`,
      rconPassword: 'pw',
    })),
    siteOrigin: () => ORIGIN,
  });
  opened.push(machine, servers);
  return { commands, check: createServerSetup({ ...fixture.site.deps, servers }, LEASE) };
}

async function fillRoom() {
  const players = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()] as const;
  const roomId = await fixture.makeRoom(players[0]);
  await fixture.join(roomId, players[1]);
  return { roomId, players };
}

async function startDuel(): Promise<number> {
  const { roomId, players } = await fillRoom();
  for (const player of players) await fixture.ready(roomId, player);
  return roomId;
}

const isLoaded = async (roomId: number) =>
  (await fixture.db.sql`select from rooms where id = ${roomId} and loaded_at is not null`).length > 0;

test.each([
  ['this room, by an interrupted set-up of another process', 0, 'http://localhost:5901'],
  ['another room, by a set-up that finished too late', 7_000, ORIGIN],
])('ends a leftover match of this site for %s, and uses the server', async (_, idOffset, origin) => {
  const roomId = await startDuel();
  const matchid = roomId + idOffset;
  const { commands, check } = await openServer({ matchid, loaded_config_file: `${origin}/match/config/${matchid}` });
  await check();
  await check();
  await vi.waitUntil(() => isLoaded(roomId), { timeout: 10_000 });
  expect(commands.filter((command) => command === 'css_endmatch')).toHaveLength(1);
});

test('leaves a foreign match alone', async () => {
  await startDuel();
  const { commands, check } = await openServer({ matchid: 5, loaded_config_file: 'https://league.example/5' });
  await check();
  await check();
  const countStatusCommands = () => commands.filter((command) => command === 'get5_status').length;
  await vi.waitUntil(() => countStatusCommands() >= 3, { timeout: 10_000 });
  expect(commands).not.toContain('css_endmatch');
});

test('does not end a match that was loaded while another room waited for its server', async () => {
  const slow = await fillRoom();
  const roomId = await startDuel();
  const load = Promise.withResolvers<void>();
  const { commands, check } = await openServer(undefined, load.promise);
  await check();
  await check();
  await vi.waitUntil(() => commands.some((command) => command.startsWith('matchzy_loadmatch_url')));
  for (const player of slow.players) await fixture.ready(slow.roomId, player);

  // The next run reads both rooms and then waits for the first one, while the match of the second is loaded.
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = fixture.withRoom(slow.roomId, () => {
    locked.resolve();
    return release.promise;
  });
  await locked.promise;
  const next = check();
  await untilBlocked(fixture.db.sql);
  load.resolve();
  await vi.waitUntil(() => isLoaded(roomId), { timeout: 10_000 });
  commands.length = 0;
  release.resolve();
  await Promise.all([lock, next]);
  // A new set-up would contact the server immediately.
  await sleep(300);
  expect(commands).toEqual([]);
});
