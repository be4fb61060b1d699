import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { GameServers } from '#adapters/game-server/game-server.ts';
import { createSourceServers } from '#adapters/game-server/source-servers.ts';
import { listenRcon, type RconServer } from '#sandbox/rcon-server.ts';
import { readAlarms } from '#testing/alarms.ts';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';
import { createMatchMonitor } from './match-monitor.ts';

const LEASE = { name: 'rooms', epoch: 1 };
const opened: { close(): unknown }[] = [];
let fixture: RoomFixture;
let nowMs: number;

beforeAll(async () => {
  fixture = await createRoomFixture();
  await fixture.db.sql`insert into leases (name, epoch) values ('rooms', 1)`;
});
beforeEach(() => void (nowMs = 0));
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});
afterAll(() => fixture.close());

type Status = { gamestate: string; team1: object; team2: object; paused?: boolean; matchid?: number | null };
const status = (gamestate: string, team1 = 0, team2 = 0): Status => ({
  gamestate,
  team1: { current_map_score: team1 },
  team2: { current_map_score: team2 },
});

type Machine = RconServer & { readonly commands: string[] };

/** A game server over TCP. */
async function openServer(answer: () => Status | 'silence'): Promise<Machine> {
  const commands: string[] = [];
  const reply = (command: string) => {
    commands.push(command);
    const words = answer();
    return words === 'silence' ? new Promise<string>(() => undefined) : JSON.stringify(words);
  };
  const server = await listenRcon({ password: 'pw', reply });
  opened.push(server);
  return { ...server, commands };
}

async function startDuel({ port }: Machine): Promise<{ roomId: number; owner: TestPlayer; guest: TestPlayer }> {
  const [owner, guest] = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()];
  const roomId = await fixture.makeRoom(owner, { ticketPrice: 100 });
  await fixture.join(roomId, guest);
  await fixture.startMatch(roomId, [owner, guest]);
  await fixture.db.sql`update rooms set server_ip = ${`127.0.0.1:${port}`} where id = ${roomId}`;
  return { roomId, owner, guest };
}

function serversOf(machines: readonly Machine[], timeoutMs: number): GameServers {
  const servers = createSourceServers({
    servers: machines.map(({ port }) => ({ location: 'istanbul', address: `127.0.0.1:${port}`, rconPassword: 'pw' })),
    siteOrigin: () => 'https://karat.example',
    timeoutMs,
  });
  opened.push(servers);
  return servers;
}

/** A check of the machine's match, ten seconds after the previous one, that waits for its result. */
function watch(machine: Machine): () => Promise<void> {
  const underWay: Promise<void>[] = [];
  const servers = serversOf([machine], 50);
  const startTask = (_: number, work: () => Promise<void>) => void underWay.push(work());
  const check = createMatchMonitor({ ...fixture.site.deps, servers }, LEASE, { nowMs: () => nowMs, startTask });
  return async () => {
    nowMs += 10_000;
    await check();
    await Promise.all(underWay.splice(0));
  };
}

const readState = async (roomId: number) => (await fixture.room(roomId)).state;

test('a hanging server does not block checks of other matches', async () => {
  let roomId = 0;
  const machines = [
    await openServer(() => 'silence'),
    await openServer(() => ({ ...status('post_game', 8, 3), matchid: roomId })),
  ] as const;
  const [hanging, other] = [await startDuel(machines[0]), await startDuel(machines[1])];
  ({ roomId } = other);
  // Far longer than the test: a check that waited for it would never end.
  await createMatchMonitor({ ...fixture.site.deps, servers: serversOf(machines, 60_000) }, LEASE)();
  await vi.waitUntil(async () => (await readState(other.roomId)) === 'MATCH_FINISHED');
  expect(await readState(hanging.roomId)).toBe('MATCH_ONGOING');
});

test('voids the match after three checks without it on its server', async () => {
  const machine = await openServer(() => ({ ...status('none'), matchid: null }));
  const { roomId, owner } = await startDuel(machine);
  const check = watch(machine);
  for (let time = 0; time < 2; time++) await check();
  expect(await readState(roomId)).toBe('MATCH_ONGOING');
  await check();
  expect([await readState(roomId), await fixture.readBalance(owner)]).toEqual(['MATCH_CANCELLED', 10_000]);
  const lost = await readAlarms(fixture.site.deps.db.sql, 'serverLost');
  expect(lost.filter(({ subject }) => subject === `room:${roomId}`)).toHaveLength(1);
});

test("voids the match after three checks with nothing at the server's address", async () => {
  const machine = await openServer(() => 'silence');
  const { roomId } = await startDuel(machine);
  await machine.close();
  const check = watch(machine);
  for (let time = 0; time < 2; time++) await check();
  expect(await readState(roomId)).toBe('MATCH_ONGOING');
  await check();
  expect(await readState(roomId)).toBe('MATCH_CANCELLED');
});

test('keeps a reported match although its server does not reply to checks', async () => {
  const machine = await openServer(() => 'silence');
  const { roomId } = await startDuel(machine);
  const check = watch(machine);
  for (let round = 1; round <= 3; round++) {
    for (let time = 0; time < 7; time++) await check();
    await fixture.report(roomId, { kind: 'round', score: { team1: round, team2: 0 }, players: [] });
  }
  expect(await readState(roomId)).toBe('MATCH_ONGOING');
  for (let time = 0; time < 9; time++) await check();
  expect(await readState(roomId)).toBe('MATCH_CANCELLED');
});

test('ends a long pause', async () => {
  let [isPaused, matchid] = [true, 0];
  const machine = await openServer(() => ({ ...status('live', 0, 7), paused: isPaused, matchid }));
  ({ roomId: matchid } = await startDuel(machine));
  const check = watch(machine);
  const unpauses = () => machine.commands.filter((command) => command === 'css_forceunpause').length;
  for (let time = 0; time < 12; time++) await check();
  expect(unpauses()).toBe(0);
  await check();
  expect(unpauses()).toBe(1);
  isPaused = false;
  for (let time = 0; time < 14; time++) await check();
  expect(unpauses()).toBe(1);
});

test("finds a match by its server's address after servers were renumbered", async () => {
  let matchid = 0;
  const [other, machine] = [
    await openServer(() => ({ ...status('none'), matchid: null })),
    await openServer(() => ({ ...status('post_game', 8, 3), matchid })),
  ];
  ({ roomId: matchid } = await startDuel(machine));
  await fixture.db.sql`update rooms set server_id = 1 where id = ${matchid}`;
  await createMatchMonitor({ ...fixture.site.deps, servers: serversOf([other, machine], 1_000) }, LEASE)();
  await vi.waitUntil(async () => (await readState(matchid)) !== 'MATCH_ONGOING');
  expect(await readState(matchid)).toBe('MATCH_FINISHED');
});

test('keeps every invariant of the books', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
