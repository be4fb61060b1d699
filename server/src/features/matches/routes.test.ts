import type { MatchFile } from '@karat/contract/matches';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBreaches, type TestPlayer } from '#testing/fixtures.ts';
import { type RoomFixture, createRoomFixture } from '#testing/room-fixture.ts';

let fixture: RoomFixture;
beforeAll(async () => {
  fixture = await createRoomFixture();
});
afterAll(() => fixture.close());

type Duel = { readonly roomId: number; readonly key: string; readonly players: readonly [TestPlayer, TestPlayer] };

/** Sets the key that a server gets when it is set up. */
async function giveKey(roomId: number): Promise<string> {
  const key = randomBytes(32).toString('hex');
  const hash = createHash('sha256').update(key).digest();
  await fixture.db.sql`update rooms set match_key_hash = ${hash} where id = ${roomId}`;
  return key;
}

/** A room with a running match, and the key of its server. */
async function beginDuel(): Promise<Duel> {
  const players = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()] as const;
  const roomId = await fixture.makeRoom(players[0], { ticketPrice: 100 });
  await fixture.join(roomId, players[1]);
  await fixture.startMatch(roomId, players);
  return { roomId, key: await giveKey(roomId), players };
}

async function send(key: string | undefined, payload: object | string, headers: Record<string, string> = {}) {
  const reply = await fixture.site.http.inject({
    method: 'POST',
    url: '/match/events',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...headers,
    },
    payload,
  });
  return reply.statusCode;
}

const fetchFile = (roomId: number | string, key?: string) =>
  fixture.site.http.inject({
    url: `/match/config/${roomId}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });

const scores = (team1: number, team2: number) => ({
  map_number: 0,
  winner: { side: '2', team: 'team2' },
  team1: { score: team1, players: [] },
  team2: { score: team2, players: [] },
});
const roundEnd = (matchid: number | string, team1: number, team2: number) => ({
  event: 'round_end',
  matchid,
  round_number: team1 + team2,
  ...scores(team1, team2),
});
const mapResult = (matchid: number | string, team1: number, team2: number) => ({
  event: 'map_result',
  matchid,
  ...scores(team1, team2),
});
const seriesEnd = (matchid: number, team1: number, team2: number) => ({
  event: 'series_end',
  matchid,
  team1_series_score: team1,
  team2_series_score: team2,
});

const readBalances = ({ players }: Duel) => Promise.all(players.map((player) => fixture.readBalance(player)));

test('returns the match file to the server with its key', async () => {
  const duel = await beginDuel();
  const reply = await fetchFile(duel.roomId, duel.key);
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  const file = reply.json<MatchFile>();
  const { players } = await fixture.room(duel.roomId);
  expect(Object.keys({ ...file.team1.players, ...file.team2.players })).toEqual(players.map(({ steamId }) => steamId));
  expect(file.cvars['matchzy_remote_log_header_value']).toBe(`Bearer ${duel.key}`);
});

test('answers the same 401 without a key, with another match’s key and for an unknown match', async () => {
  const [duel, other] = [await beginDuel(), await beginDuel()];
  const replies = await Promise.all([
    fetchFile(duel.roomId),
    fetchFile(duel.roomId, other.key),
    fetchFile(duel.roomId, 'f'.repeat(64)),
    fetchFile(999_999, duel.key),
    fetchFile('nothing', duel.key),
  ]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
  expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
});

test('returns no file for a room without a server', async () => {
  const owner = await fixture.addRoomPlayer();
  const roomId = await fixture.makeRoom(owner);
  expect((await fetchFile(roomId, 'f'.repeat(64))).statusCode).toBe(401);
});

test('returns no file after the match', async () => {
  const duel = await beginDuel();
  await send(duel.key, mapResult(duel.roomId, 8, 0));
  expect((await fetchFile(duel.roomId, duel.key)).statusCode).toBe(404);
});

test('pays a result once that is sent twenty times concurrently under both names', async () => {
  const duel = await beginDuel();
  const reports = Array.from({ length: 20 }, (_, index) =>
    send(duel.key, index % 2 === 0 ? mapResult(duel.roomId, 2, 8) : seriesEnd(duel.roomId, 0, 1)),
  );
  expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
  expect(await readBalances(duel)).toEqual([9_900, 10_090]);
});

test('accepts events in any order, with the match id as number or text', async () => {
  const duel = await beginDuel();
  for (const event of [roundEnd(duel.roomId, 3, 1), roundEnd(String(duel.roomId), 1, 0), roundEnd(duel.roomId, 3, 1)]) {
    expect(await send(duel.key, event)).toBe(200);
  }
  expect(await send(duel.key, { event: 'going_live', matchid: duel.roomId, map_number: 0 })).toBe(200);
  expect(await fixture.room(duel.roomId)).toMatchObject({ state: 'MATCH_ONGOING', score: { team1: 3, team2: 1 } });
  expect(await send(duel.key, mapResult(String(duel.roomId), 8, 1))).toBe(200);
  expect(await fixture.room(duel.roomId)).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1' });
});

test('settles with the known rounds when the series ends', async () => {
  const duel = await beginDuel();
  await send(duel.key, roundEnd(duel.roomId, 8, 5));
  await send(duel.key, seriesEnd(duel.roomId, 1, 0));
  const { timeline, ...room } = await fixture.room(duel.roomId);
  expect(room).toMatchObject({ state: 'MATCH_FINISHED', winner: 'team1', score: { team1: 8, team2: 5 } });
  expect(timeline.find(({ event }) => event === 'result')?.details).toMatchObject({ team1: 8, team2: 5 });
});

test('accepts events after the end and changes nothing', async () => {
  const duel = await beginDuel();
  await send(duel.key, mapResult(duel.roomId, 8, 6));
  const before = await readBalances(duel);
  for (const late of [mapResult(duel.roomId, 0, 8), seriesEnd(duel.roomId, 0, 1), roundEnd(duel.roomId, 8, 7)]) {
    expect(await send(duel.key, late)).toBe(200);
  }
  expect(await readBalances(duel)).toEqual(before);
  expect(await fixture.room(duel.roomId)).toMatchObject({ winner: 'team1', score: { team1: 8, team2: 6 } });
});

test('refuses the key after the match and stores no late events', async () => {
  const duel = await beginDuel();
  await send(duel.key, mapResult(duel.roomId, 8, 6));
  const eventCount = async () => (await fixture.db.sql`select from match_events where room_id = ${duel.roomId}`).length;
  const countBefore = await eventCount();
  for (let round = 0; round < 5; round++) expect(await send(duel.key, roundEnd(duel.roomId, 8, round))).toBe(200);
  expect(await eventCount()).toBe(countBefore);
  await fixture.db.sql`update rooms set ended_at = now() - interval '6 minutes' where id = ${duel.roomId}`;
  expect(await send(duel.key, seriesEnd(duel.roomId, 1, 0))).toBe(401);
});

test('ignores a result before the match is running and accepts it when repeated', async () => {
  const players = [await fixture.addRoomPlayer(), await fixture.addRoomPlayer()] as const;
  const roomId = await fixture.makeRoom(players[0], { ticketPrice: 100 });
  await fixture.join(roomId, players[1]);
  for (const player of players) await fixture.ready(roomId, player);
  const duel = { roomId, key: await giveKey(roomId), players };
  expect(await send(duel.key, mapResult(roomId, 0, 8))).toBe(200);
  expect(await fixture.room(roomId)).toMatchObject({ state: 'MATCH_STARTING', score: { team1: 0, team2: 0 } });
  await fixture.startMatch(roomId, players);
  expect(await send(duel.key, mapResult(roomId, 0, 8))).toBe(200);
  expect(await readBalances(duel)).toEqual([9_900, 10_090]);
});

test('refuses reports of a server that was replaced', async () => {
  const duel = await beginDuel();
  const newKey = await giveKey(duel.roomId);
  expect(await send(duel.key, mapResult(duel.roomId, 0, 8))).toBe(401);
  expect((await fetchFile(duel.roomId, duel.key)).statusCode).toBe(401);
  expect(await send(newKey, mapResult(duel.roomId, 8, 0))).toBe(200);
  expect(await fixture.room(duel.roomId)).toMatchObject({ winner: 'team1' });
});

test('refuses and counts a forged event and changes nothing', async () => {
  const [duel, other] = [await beginDuel(), await beginDuel()];
  const counted = async (outcome: string) => {
    const { body } = await fixture.site.http.inject('/metrics');
    return Number(new RegExp(`karat_match_events_total\\{outcome="${outcome}"\\} (\\d+)`).exec(body)![1]);
  };
  const before = [await counted('wrong_key'), await counted('unknown_match')] as const;
  const forged = mapResult(duel.roomId, 0, 8);
  expect(await send(undefined, forged)).toBe(401);
  expect(await send('f'.repeat(64), forged)).toBe(401);
  expect(await send(other.key, forged)).toBe(401);
  expect(await send(duel.key, mapResult(-1, 0, 8))).toBe(401);
  expect(await send(undefined, forged, { ...duel.players[0].headers })).toBe(401);
  expect([await counted('wrong_key'), await counted('unknown_match')]).toEqual([before[0] + 4, before[1] + 1]);
  expect(await fixture.room(duel.roomId)).toMatchObject({ state: 'MATCH_ONGOING', score: { team1: 0, team2: 0 } });
});

test('accepts irrelevant events, and any Origin header with the key', async () => {
  const { roomId: matchid, key } = await beginDuel();
  expect(await send(key, { event: 'server_health', matchid })).toBe(200);
  expect(await send(key, { event: 'round_end', matchid, team1: null, nested: { deep: ['\u0000'] } })).toBe(200);
  expect(await send(key, { event: 'going_live', matchid }, { origin: 'https://elsewhere.example' })).toBe(200);
});

test('refuses malformed events', async () => {
  const { roomId: matchid, key } = await beginDuel();
  expect(await send(key, { matchid })).toBe(400);
  expect(await send(key, { matchid, event: 7 })).toBe(400);
  expect(await send(key, '{"event":')).toBe(400);
  expect(await send(key, 'event=round_end', { 'content-type': 'text/plain' })).toBe(400);
  expect(await send(key, { event: 'round_end', matchid, more: 'x'.repeat(70_000) })).toBe(413);
});

test('leaves the books correct', async () => {
  expect(await findBreaches(fixture.db)).toEqual([]);
});
