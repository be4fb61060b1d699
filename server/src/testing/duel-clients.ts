import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Room, RoomSummary } from '@karat/contract/rooms';
import { isActive, LOCATIONS, MAPS, seatsTotal } from '@karat/rules/rooms';
import type { Duellist, TestPlayer } from './fixtures.ts';
import type { PickOrigin } from './betting-clients.ts';

/** A site that does not answer by then is asked again, perhaps at another door. */
const ANSWER_TIMEOUT_MS = 4_000;
const AGAIN_MS = 20;
const REST_MS = 40;
const ARRIVE_WITHIN_MS = 1_500;
/** Whoever asks for more is left alone by them. */
export const CLIENT_FEE_MAX = 500;
/** Whoever sits in a room that does not fill gives it up at some time. */
const LONELY_LOOKS = { min: 15, max: 60 };

/** How often somebody does what others do not. */
const CHANCE = { opens: 0.1, pairs: 0.25, free: 0.15, leaves: 0.15, repeats: 0.2, hesitates: 0.15 };
const isSo = (chance: number): boolean => Math.random() < chance;
const oneOf = <Each>(list: readonly Each[]): Each => list[Math.floor(Math.random() * list.length)]!;

export type RoomReply = {
  readonly player: TestPlayer;
  readonly path: string;
  readonly status: number;
  readonly text: string;
};

type Press = { readonly player: TestPlayer; readonly path: string; readonly body?: object; readonly key?: string };

async function send(door: PickOrigin, { player, path, body, key }: Press): Promise<{ status: number; text: string }> {
  const headers = { ...player.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  const json = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const reply = await fetch(`${door()}${path}`, { method: 'POST', headers, ...json, signal });
  return { status: reply.status, text: await reply.text() };
}

/** Refused connections, cut replies, a store that is away and too much haste all mean the same: come again. */
export async function sendRoomCallUntilAnswered(door: PickOrigin, press: Press): Promise<RoomReply> {
  for (;;) {
    const answer = await send(door, press).catch(() => undefined);
    if (answer !== undefined && ![429, 503].includes(answer.status)) {
      return { player: press.player, path: press.path, ...answer };
    }
    await sleep(AGAIN_MS);
  }
}

async function look<Reply>(door: PickOrigin, path: string): Promise<Reply | undefined> {
  try {
    const reply = await fetch(`${door()}${path}`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return reply.ok ? ((await reply.json()) as Reply) : undefined;
  } catch {
    return undefined;
  }
}

export const fetchRoom = (door: PickOrigin, roomId: number): Promise<Room | undefined> =>
  look<Room>(door, `/room/getGameRoom/${roomId}`);

/** Of few who want the same server. */
function newRoom({ id }: TestPlayer): object {
  return {
    map: oneOf(MAPS),
    player_count: isSo(CHANCE.pairs) ? '2v2' : '1v1',
    server_location: LOCATIONS[id % LOCATIONS.length],
    ticketPrice: isSo(CHANCE.free) ? 0 : 1 + Math.floor(Math.random() * CLIENT_FEE_MAX),
  };
}

const isOpen = ({ state, ticketPrice, players: seats, player_count: count }: RoomSummary): boolean =>
  state === 'WAITING' && ticketPrice <= CLIENT_FEE_MAX && seats.length < seatsTotal(count);

/** Clients that open rooms, sit down, leave, get ready and play without end. Whatever is not answered is sent again. */
export function startDuelClients(door: PickOrigin, players: readonly Duellist[]) {
  const answers: RoomReply[] = [];
  let isOver = false;

  async function press(player: TestPlayer, path: string, more: Pick<Press, 'body'> = {}) {
    const own = { player, path, key: randomUUID(), ...more };
    let answer = await sendRoomCallUntilAnswered(door, own);
    answers.push(answer);
    // As somebody does whose answer was lost on the way. A refusal is not kept: the last answer is the one that holds.
    if (isSo(CHANCE.repeats)) answers.push((answer = await sendRoomCallUntilAnswered(door, own)));
    return answer;
  }

  async function findRoom(): Promise<number | undefined> {
    const list = await look<{ data: RoomSummary[] }>(door, '/room/getActiveRooms');
    const fitting = list?.data.filter(isOpen) ?? [];
    return fitting.length === 0 ? undefined : oneOf(fitting).id;
  }

  /** The room in which the player sits then. */
  async function sitDown(player: Duellist): Promise<number | undefined> {
    const found = isSo(CHANCE.opens) ? undefined : await findRoom();
    const { status, text } =
      found === undefined
        ? await press(player, '/room/createGameRoom', { body: newRoom(player) })
        : await press(player, `/room/joinGameRoom/${found}`, { body: {} });
    return status === 200 ? (found ?? (JSON.parse(text) as { roomId: number }).roomId) : undefined;
  }

  const leave = (player: TestPlayer, roomId: number) => press(player, `/room/leaveGameRoom/${roomId}`);
  const ready = (player: TestPlayer, roomId: number, isReady: boolean) =>
    press(player, `/room/setReadyState/${roomId}`, {
      body: { ready: isReady, entropy: randomBytes(16).toString('hex') },
    });

  /** Until the room is over, or the player sits in it no more. */
  async function playOut(player: Duellist, roomId: number): Promise<void> {
    const patience = randomInt(LONELY_LOOKS.min, LONELY_LOOKS.max);
    let isReady = false;
    for (let looks = 0; ; looks++, await sleep(REST_MS)) {
      const room = await fetchRoom(door, roomId);
      if (room === undefined) continue;
      const seat = room.players.find(({ steamId }) => steamId === player.steamId);
      if (!isActive(room.state) || seat === undefined) return;
      if (room.state !== 'WAITING') continue;
      if (isOver || looks > patience) {
        if ((await leave(player, roomId)).status === 200) return;
      } else if (!isReady || !seat.ready) {
        await ready(player, roomId, true);
        isReady = !isSo(CHANCE.hesitates);
        if (!isReady) await ready(player, roomId, false);
      }
    }
  }

  async function play(player: Duellist): Promise<void> {
    // Who comes later finds rooms to sit down in.
    await sleep(Math.random() * ARRIVE_WITHIN_MS);
    for (; !isOver; await sleep(REST_MS)) {
      const roomId = await sitDown(player);
      if (roomId === undefined) continue;
      if (isSo(CHANCE.leaves)) await leave(player, roomId);
      await playOut(player, roomId);
    }
  }

  const going = players.map(play);
  return {
    players,
    answers,
    /** Resolves once everybody has played their last match. */
    async goHome(): Promise<void> {
      isOver = true;
      await Promise.all(going);
    },
  };
}

export type DuelClients = ReturnType<typeof startDuelClients>;
