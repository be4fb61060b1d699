import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Room } from '@karat/contract/rooms';
import type { GameServer } from '@karat/contract/servers';
import type { Location } from '@karat/rules/rooms';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Db, openDb } from '#db/db.ts';
import { readConnection } from '#db/embedded/running.ts';
import { createLog } from '#log.ts';
import { type SiteProcess, startSite } from '#testing/site-process.ts';

// Runs the real program with the sandbox's game servers: RCON over TCP, match files and reports over HTTP.

let dataDir: string;
let site: SiteProcess;
let db: Db;
let staff: Player;
type Player = { readonly headers: { readonly authorization: string; readonly 'content-type': string } };

const patient = { timeout: 90_000, interval: 200 };
const admin = { username: 'referee', password: 'referee-of-duels' };

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'karat-test-'));
  await chmod(dataDir, 0o711);
  const variables = { ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password, SANDBOX_MATCH_SPEED: '10' };
  site = await startSite(dataDir, variables);
  db = openDb({ connection: (await readConnection(dataDir))!, log: createLog('silent') });
  staff = await signIn('/auth/login', admin);
}, 120_000);
afterAll(async () => {
  await db.close();
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const json = { 'content-type': 'application/json' };

async function send<Reply>(address: string, who: Player | undefined, body?: object): Promise<Reply> {
  const reply = await fetch(`${site.origin}${address}`, {
    headers: who?.headers ?? json,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  expect([address, reply.status, reply.ok ? '' : await reply.text()]).toEqual([address, 200, '']);
  return (await reply.json()) as Reply;
}

async function signIn(address: string, body: object): Promise<Player> {
  const { token } = await send<{ token: string }>(address, undefined, body);
  return { headers: { ...json, authorization: `Bearer ${token}` } };
}

let playerCount = 0;
function addPlayer(): Promise<Player> {
  const username = `duellist${(playerCount += 1)}`;
  return signIn('/auth/signup', { username, email: `${username}@example.com`, password: 'a-good-password' });
}

const readBalance = async (who: Player) => (await send<{ data: { balance: number } }>('/auth/me', who)).data.balance;
const fetchRoom = (roomId: number) => send<Room>(`/room/getGameRoom/${roomId}`, undefined);

/** A full room with every player ready, on a server with the given fault. */
async function begin(place: { location: Location; count: '1v1' | '2v2'; trouble?: string; winner?: string }) {
  const { data: servers } = await send<{ data: GameServer[] }>('/rcon/getGameServers', staff);
  const serverId = servers.find(({ location }) => location === place.location)!.id;
  const order = (cmd: string) => send('/rcon/cmd', staff, { cmd, serverId, isConfirmed: true });
  if (place.trouble !== undefined) await order(`sandbox_trouble ${place.trouble}`);
  if (place.winner !== undefined) await order(`sandbox_winner ${place.winner}`);
  const players = await Promise.all(Array.from({ length: place.count === '1v1' ? 2 : 4 }, addPlayer));
  const form = { map: 'awp_lego', player_count: place.count, server_location: place.location, ticketPrice: 1_000 };
  const { roomId } = await send<{ roomId: number }>('/room/createGameRoom', players[0], form);
  for (const player of players.slice(1)) await send(`/room/joinGameRoom/${roomId}`, player, {});
  for (const player of players) await send(`/room/setReadyState/${roomId}`, player, { ready: true });
  return { roomId, players };
}

async function ended(roomId: number): Promise<Room> {
  await vi.waitUntil(
    async () => ['MATCH_FINISHED', 'MATCH_CANCELLED'].includes((await fetchRoom(roomId)).state),
    patient,
  );
  return fetchRoom(roomId);
}

test.concurrent(
  'plays a duel for a fee from the room over a server to pot, ratings, history and ranks',
  { timeout: 120_000 },
  async () => {
    const { roomId, players } = await begin({ location: 'istanbul', count: '1v1', winner: 'team2' });
    const room = await ended(roomId);
    expect(room).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team2', score: { team2: 8 }, endReason: null });
    expect(room.players.map(({ eloChange, payout }) => [eloChange, payout])).toEqual([
      [-25, 0],
      [25, 1_900],
    ]);
    expect(await Promise.all(players.map(readBalance))).toEqual([99_000, 100_900]);
    const { data: games } = await send<{ data: object[] }>('/user/getGameHistory', players[1]);
    expect(games).toMatchObject([
      { game: 'duel', map: 'awp_lego', isWon: true, amount: 1_000, payout: 1_900, reference: roomId },
    ]);
    const { own } = await send<{ own: object }>('/user/getLeaderboard', players[1]);
    expect(own).toMatchObject({ elo: 1_025, total_wins: 1 });
  },
);

test.concurrent(
  'plays two against two with every report sent three times and out of order',
  { timeout: 120_000 },
  async () => {
    const { roomId, players } = await begin({
      location: 'warsaw',
      count: '2v2',
      trouble: 'duplicate',
      winner: 'team1',
    });
    expect(await ended(roomId)).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1' });
    expect(await Promise.all(players.map(readBalance))).toEqual([100_900, 100_900, 99_000, 99_000]);
  },
);

test.concurrent('finds a result on the server when its report was lost', { timeout: 120_000 }, async () => {
  const { roomId } = await begin({ location: 'tokyo', count: '1v1', trouble: 'lost_webhook', winner: 'team1' });
  expect(await ended(roomId)).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1' });
});

test.concurrent('refunds a draw', { timeout: 120_000 }, async () => {
  const { roomId, players } = await begin({ location: 'miami', count: '1v1', trouble: 'draw' });
  expect(await ended(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'draw' });
  expect(await Promise.all(players.map(readBalance))).toEqual([100_000, 100_000]);
});

test.concurrent('refunds a match without players at its deadline', { timeout: 120_000 }, async () => {
  const { roomId, players } = await begin({ location: 'bucharest', count: '1v1', trouble: 'no_show both' });
  await vi.waitUntil(async () => (await fetchRoom(roomId)).state === 'MATCH_ONGOING', patient);
  await db.sql`update rooms set deadline = now() where id = ${roomId}`;
  expect(await ended(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'no_show' });
  expect(await Promise.all(players.map(readBalance))).toEqual([100_000, 100_000]);
});

test.concurrent('refunds a match whose server dies', { timeout: 120_000 }, async () => {
  const { roomId, players } = await begin({ location: 'dusseldorf', count: '1v1', trouble: 'crash 60000' });
  expect(await ended(roomId)).toMatchObject({ state: 'MATCH_CANCELLED', endReason: 'abandoned' });
  expect(await Promise.all(players.map(readBalance))).toEqual([100_000, 100_000]);
});
