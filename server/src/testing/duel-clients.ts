import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Room, RoomSummary } from '@karat/contract/rooms';
import { isActive, LOCATIONS, MAPS, seatsTotal } from '@karat/rules/rooms';
import type { RoomPlayer, TestPlayer } from './fixtures.ts';
import type { PickOrigin } from './betting-clients.ts';

/** After this timeout a request is sent again, perhaps to another process. */
const ANSWER_TIMEOUT_MS = 4_000;
const RETRY_MS = 20;
const REST_MS = 40;
const START_WITHIN_MS = 1_500;
/** The clients do not join rooms with a higher entry fee. */
export const CLIENT_FEE_MAX = 500;
/** A client leaves a room that has not filled after this many polls. */
const POLLS_BEFORE_LEAVING = { min: 15, max: 60 };

/** Probability of each choice. */
const CHANCE = { opens: 0.1, pairs: 0.25, free: 0.15, leaves: 0.15, repeats: 0.2, hesitates: 0.15 };
const happens = (chance: number): boolean => Math.random() < chance;
const oneOf = <Each>(list: readonly Each[]): Each => list[Math.floor(Math.random() * list.length)]!;

export type RoomReply = {
  readonly player: TestPlayer;
  readonly path: string;
  readonly status: number;
  readonly text: string;
};

type RoomCall = { readonly player: TestPlayer; readonly path: string; readonly body?: object; readonly key?: string };

async function send(
  anyOrigin: PickOrigin,
  { player, path, body, key }: RoomCall,
): Promise<{ status: number; text: string }> {
  const headers = { ...player.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const reply = await fetch(`${anyOrigin()}${path}`, { method: 'POST', headers, ...json, signal });
  return { status: reply.status, text: await reply.text() };
}

/** Retries after refused connections, cut replies, an unavailable database and exceeded rate limits. */
export async function sendRoomCallUntilAnswered(anyOrigin: PickOrigin, call: RoomCall): Promise<RoomReply> {
  for (;;) {
    const answer = await send(anyOrigin, call).catch(() => undefined);
    if (answer !== undefined && ![429, 503].includes(answer.status)) {
      return { player: call.player, path: call.path, ...answer };
    }
    await sleep(RETRY_MS);
  }
}

async function fetchJson<Reply>(anyOrigin: PickOrigin, path: string): Promise<Reply | undefined> {
  try {
    const reply = await fetch(`${anyOrigin()}${path}`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return reply.ok ? ((await reply.json()) as Reply) : undefined;
  } catch {
    return undefined;
  }
}

export const fetchRoom = (anyOrigin: PickOrigin, roomId: number): Promise<Room | undefined> =>
  fetchJson<Room>(anyOrigin, `/room/getGameRoom/${roomId}`);

/** A random room. Its location depends on the player, so that few rooms compete for one server. */
function newRoom({ id }: TestPlayer): object {
  return {
    map: oneOf(MAPS),
    player_count: happens(CHANCE.pairs) ? '2v2' : '1v1',
    server_location: LOCATIONS[id % LOCATIONS.length],
    ticketPrice: happens(CHANCE.free) ? 0 : 1 + Math.floor(Math.random() * CLIENT_FEE_MAX),
  };
}

const isOpen = ({ state, ticketPrice, players: seats, player_count: count }: RoomSummary): boolean =>
  state === 'WAITING' && ticketPrice <= CLIENT_FEE_MAX && seats.length < seatsTotal(count);

/** Starts clients that create, join and leave rooms, get ready and play until they are stopped. They retry every call. */
export function startDuelClients(anyOrigin: PickOrigin, players: readonly RoomPlayer[]) {
  const replies: RoomReply[] = [];
  let isOver = false;

  async function callRoom(player: TestPlayer, path: string, options: Pick<RoomCall, 'body'> = {}) {
    const call = { player, path, key: randomUUID(), ...options };
    let answer = await sendRoomCallUntilAnswered(anyOrigin, call);
    replies.push(answer);
    // As after a lost reply. Refusals are not stored under the key, so the last reply counts.
    if (happens(CHANCE.repeats)) replies.push((answer = await sendRoomCallUntilAnswered(anyOrigin, call)));
    return answer;
  }

  async function findRoom(): Promise<number | undefined> {
    const list = await fetchJson<{ data: RoomSummary[] }>(anyOrigin, '/room/getActiveRooms');
    const fitting = list?.data.filter(isOpen) ?? [];
    return fitting.length === 0 ? undefined : oneOf(fitting).id;
  }

  /** Joins or creates a room; returns its id. */
  async function takeSeat(player: RoomPlayer): Promise<number | undefined> {
    const found = happens(CHANCE.opens) ? undefined : await findRoom();
    const { status, text } =
      found === undefined
        ? await callRoom(player, '/room/createGameRoom', { body: newRoom(player) })
        : await callRoom(player, `/room/joinGameRoom/${found}`, { body: {} });
    return status === 200 ? (found ?? (JSON.parse(text) as { roomId: number }).roomId) : undefined;
  }

  const leave = (player: TestPlayer, roomId: number) => callRoom(player, `/room/leaveGameRoom/${roomId}`);
  const ready = (player: TestPlayer, roomId: number, isReady: boolean) =>
    callRoom(player, `/room/setReadyState/${roomId}`, {
      body: { ready: isReady, entropy: randomBytes(16).toString('hex') },
    });

  /** Resolves once the room has ended or the player has left it. */
  async function playOut(player: RoomPlayer, roomId: number): Promise<void> {
    const pollsMax = randomInt(POLLS_BEFORE_LEAVING.min, POLLS_BEFORE_LEAVING.max);
    let isReady = false;
    for (let polls = 0; ; polls++, await sleep(REST_MS)) {
      const room = await fetchRoom(anyOrigin, roomId);
      if (room === undefined) continue;
      const seat = room.players.find(({ steamId }) => steamId === player.steamId);
      if (!isActive(room.state) || seat === undefined) return;
      if (room.state !== 'WAITING') continue;
      if (isOver || polls > pollsMax) {
        if ((await leave(player, roomId)).status === 200) return;
      } else if (!isReady || !seat.ready) {
        await ready(player, roomId, true);
        isReady = !happens(CHANCE.hesitates);
        if (!isReady) await ready(player, roomId, false);
      }
    }
  }

  async function play(player: RoomPlayer): Promise<void> {
    // Clients that start later find rooms to join.
    await sleep(Math.random() * START_WITHIN_MS);
    for (; !isOver; await sleep(REST_MS)) {
      const roomId = await takeSeat(player);
      if (roomId === undefined) continue;
      if (happens(CHANCE.leaves)) await leave(player, roomId);
      await playOut(player, roomId);
    }
  }

  const running = players.map(play);
  return {
    players,
    replies,
    /** Resolves once every client has played its last match. */
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}

export type DuelClients = ReturnType<typeof startDuelClients>;
