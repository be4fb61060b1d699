import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { listenRcon } from '#sandbox/rcon-server.ts';
import { type DuelHall, openDuelHall } from '#testing/duel-hall.ts';
import { createSetUps } from './set-ups.ts';

const LEASE = { name: 'rooms', epoch: 1 };
const ORIGIN = 'https://karat.example';
const opened: { close(): unknown }[] = [];
let hall: DuelHall;

beforeAll(async () => {
  hall = await openDuelHall();
  await hall.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
});
afterEach(async () => {
  // What is still under way has nothing to do any more.
  await hall.db.sql`update rooms set server_id = null, server_ip = null, loaded_at = now()`;
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => hall.close());

type Loaded = { readonly matchid: number; readonly loaded_config_file: string };

/** A game server over TCP that keeps one match, and the looks of a loop that has no other. */
async function openServer(loaded: Loaded | undefined) {
  const heard: string[] = [];
  const none = { gamestate: 'none', matchid: null, team1: null, team2: null };
  const reply = (command: string): string => {
    heard.push(command);
    const url = /^matchzy_loadmatch_url "([^"]*)"/.exec(command)?.[1];
    if (url !== undefined) loaded = { matchid: Number(url.split('/').at(-1)), loaded_config_file: url };
    if (command === 'css_endmatch') loaded = undefined;
    return JSON.stringify(loaded === undefined ? none : { ...none, ...loaded, gamestate: 'warmup' });
  };
  const machine = await listenRcon({ password: 'pw', reply });
  const servers = createSourceServers({
    servers: [{ location: 'istanbul', address: `127.0.0.1:${machine.port}`, rconPassword: 'pw' }],
    siteOrigin: () => ORIGIN,
  });
  opened.push(machine, servers);
  return { heard, look: createSetUps({ ...hall.world.deps, servers }, LEASE) };
}

async function startDuel(): Promise<number> {
  const [one, two] = [await hall.addDuellist(), await hall.addDuellist()];
  const roomId = await hall.makeRoom(one);
  await hall.join(roomId, two);
  for (const player of [one, two]) await hall.ready(roomId, player);
  return roomId;
}

const isLoaded = async (roomId: number) =>
  (await hall.db.sql`select from rooms where id = ${roomId} and loaded_at is not null`).length > 0;

test.each([
  ['this room, by a set-up of another process that was cut off', 0, 'http://localhost:5901'],
  ['another room, by one that came through too late', 7_000, ORIGIN],
])('a match of ours that was left on the server for %s is ended, and the server used', async (_, more, origin) => {
  const roomId = await startDuel();
  const matchid = roomId + more;
  const { heard, look } = await openServer({ matchid, loaded_config_file: `${origin}/match/config/${matchid}` });
  await look();
  await look();
  await vi.waitUntil(() => isLoaded(roomId), { timeout: 10_000 });
  expect(heard.filter((command) => command === 'css_endmatch')).toHaveLength(1);
});

test('a match that somebody else has loaded is left alone', async () => {
  await startDuel();
  const { heard, look } = await openServer({ matchid: 5, loaded_config_file: 'https://league.example/5' });
  await look();
  await look();
  const asked = () => heard.filter((command) => command === 'get5_status').length;
  await vi.waitUntil(() => asked() >= 3, { timeout: 10_000 });
  expect(heard).not.toContain('css_endmatch');
});
