import { setTimeout as sleep } from 'node:timers/promises';
import {
  addSandboxOpponent,
  createGameRoom,
  getActiveRooms,
  getGameRoom,
  joinGameRoom,
  leaveGameRoom,
  type RoomSummary,
  setReadyState,
} from '@karat/contract/rooms';
import { isActive, LOCATIONS, MAPS, seatsTotal } from '@karat/rules/rooms';
import type { Person } from './people.ts';
import { type Act, assertMayWager, type Stage } from './stage.ts';

const FEE_MAX = 600;
const REST_MS = { min: 400, max: 1_200 };
/** Whoever sits alone for so many looks gives it up, or plays with the sandbox. */
const LONELY_LOOKS = { min: 4, max: 20 };
const ENTROPY_DIGITS = 32;
const CHANCE = { opens: 0.25, pairs: 0.2, free: 0.1, leaves: 0.1, hesitates: 0.1, sandbox: 0.5 };

const isOpen = ({ state, ticketPrice, players, player_count: count }: RoomSummary): boolean =>
  state === 'WAITING' && ticketPrice <= FEE_MAX && players.length < seatsTotal(count);

async function findRoom({ client }: Stage, person: Person): Promise<RoomSummary | undefined> {
  const seen = await client.call(person, getActiveRooms);
  const fitting = seen.isDone ? seen.reply.data.filter(isOpen) : [];
  return fitting.length === 0 ? undefined : person.random.oneOf(fitting);
}

/** The room in which the player sits then. */
async function sitDown(stage: Stage, person: Person): Promise<number | undefined> {
  const { random, diary } = person;
  const found = random.isSo(CHANCE.opens) ? undefined : await findRoom(stage, person);
  const sentAt = performance.now();
  const options = { key: person.newKey() };
  if (found !== undefined) {
    const params = { roomId: String(found.id) };
    const joined = await stage.client.call(person, joinGameRoom, { params, body: {} }, options);
    if (!joined.isDone) return undefined;
    assertMayWager(stage, person, sentAt);
    diary.entered(found.id, found.ticketPrice);
    return found.id;
  }
  const body = {
    map: random.oneOf(MAPS),
    player_count: random.isSo(CHANCE.pairs) ? ('2v2' as const) : ('1v1' as const),
    server_location: random.oneOf(LOCATIONS),
    ticketPrice: random.isSo(CHANCE.free) ? 0 : random.whole(1, FEE_MAX),
  };
  const made = await stage.client.call(person, createGameRoom, { body }, options);
  if (!made.isDone) return undefined;
  assertMayWager(stage, person, sentAt);
  diary.entered(made.reply.roomId, body.ticketPrice);
  return made.reply.roomId;
}

async function leave({ client }: Stage, person: Person, roomId: number): Promise<boolean> {
  const left = await client.call(
    person,
    leaveGameRoom,
    { params: { roomId: String(roomId) } },
    { key: person.newKey() },
  );
  return left.isDone;
}

async function getReady({ client }: Stage, person: Person, roomId: number): Promise<void> {
  const { random } = person;
  const params = { roomId: String(roomId) };
  const body = { ready: true, entropy: random.hex(ENTROPY_DIGITS) };
  await client.call(person, setReadyState, { params, body }, { key: person.newKey() });
  if (!random.isSo(CHANCE.hesitates)) return;
  await client.call(person, setReadyState, { params, body: { ready: false } }, { key: person.newKey() });
}

/** Until the room is over, or the player sits in it no more. */
async function playOut(stage: Stage, person: Person, roomId: number): Promise<void> {
  const { random, steamId } = person;
  const params = { roomId: String(roomId) };
  const patience = random.whole(LONELY_LOOKS.min, LONELY_LOOKS.max);
  for (let looks = 0; ; looks++, await sleep(random.whole(REST_MS.min, REST_MS.max))) {
    const seen = await stage.client.call(person, getGameRoom, { params });
    if (!seen.isDone) return;
    const { state, players, player_count: count } = seen.reply;
    const seat = players.find((each) => each.steamId === steamId);
    if (!isActive(state) || seat === undefined) return;
    if (state !== 'WAITING') continue;
    if (!seat.ready) await getReady(stage, person, roomId);
    const isFull = players.length === seatsTotal(count);
    if (!stage.isClosing() && (isFull || looks < patience)) continue;
    const isAlone = !isFull && !stage.isClosing() && random.isSo(CHANCE.sandbox);
    if (isAlone) await stage.client.call(person, addSandboxOpponent, { params });
    else if (await leave(stage, person, roomId)) return;
  }
}

export const playRoom: Act = async (stage, person) => {
  const roomId = await sitDown(stage, person);
  if (roomId === undefined) return;
  if (person.random.isSo(CHANCE.leaves) && (await leave(stage, person, roomId))) return;
  await playOut(stage, person, roomId);
};
