import { setTimeout as sleep } from 'node:timers/promises';
import { addSandboxOpponent, getActiveRooms, getGameRoom, type RoomSummary } from '@karat/contract/rooms';
import { isActive, LOCATIONS, MAPS, seatsTotal } from '@karat/rules/rooms';
import { joinRoom, leaveRoom, openRoom, setReady } from '#sandbox/player-actions/room-actions.ts';
import type { Person } from './people.ts';
import { type Action, type ActionContext, assertMayWager } from './context.ts';

const FEE_MAX = 600;
const REST_MS = { min: 400, max: 1_200 };
/** After this many polls without an opponent, a person leaves or plays against the sandbox. */
const POLLS_BEFORE_LEAVING = { min: 4, max: 20 };
const CHANCE = { opens: 0.25, pairs: 0.2, free: 0.1, leaves: 0.1, hesitates: 0.1, sandbox: 0.5 };

const isOpen = ({ state, ticketPrice, players, player_count: count }: RoomSummary): boolean =>
  state === 'WAITING' && ticketPrice <= FEE_MAX && players.length < seatsTotal(count);

async function findRoom({ client }: ActionContext, person: Person): Promise<RoomSummary | undefined> {
  const activeRooms = await client.call(person, getActiveRooms);
  const fitting = activeRooms.isDone ? activeRooms.reply.data.filter(isOpen) : [];
  return fitting.length === 0 ? undefined : person.random.oneOf(fitting);
}

/** Joins or creates a room; returns its id. */
async function takeSeat(context: ActionContext, person: Person): Promise<number | undefined> {
  const { client } = context;
  const { random, record } = person;
  const found = random.happens(CHANCE.opens) ? undefined : await findRoom(context, person);
  const sentAt = performance.now();
  if (found !== undefined) {
    if (!(await joinRoom(client, person, found.id))) return undefined;
    assertMayWager(context, person, sentAt);
    record.entered(found.id, found.ticketPrice);
    return found.id;
  }
  const settings = {
    map: random.oneOf(MAPS),
    player_count: random.happens(CHANCE.pairs) ? ('2v2' as const) : ('1v1' as const),
    server_location: random.oneOf(LOCATIONS),
    ticketPrice: random.happens(CHANCE.free) ? 0 : random.integer(1, FEE_MAX),
  };
  const roomId = await openRoom(client, person, settings);
  if (roomId === undefined) return undefined;
  assertMayWager(context, person, sentAt);
  record.entered(roomId, settings.ticketPrice);
  return roomId;
}

async function getReady({ client }: ActionContext, person: Person, roomId: number): Promise<void> {
  await setReady(client, person, { roomId, isReady: true });
  if (person.random.happens(CHANCE.hesitates)) await setReady(client, person, { roomId, isReady: false });
}

/** Resolves once the room has ended or the player has left it. */
async function playOut(context: ActionContext, person: Person, roomId: number): Promise<void> {
  const { random, steamId } = person;
  const params = { roomId: String(roomId) };
  const pollsMax = random.integer(POLLS_BEFORE_LEAVING.min, POLLS_BEFORE_LEAVING.max);
  for (let polls = 0; ; polls++, await sleep(random.integer(REST_MS.min, REST_MS.max))) {
    const roomReply = await context.client.call(person, getGameRoom, { params });
    if (!roomReply.isDone) return;
    const { state, players, player_count: count } = roomReply.reply;
    const seat = players.find((each) => each.steamId === steamId);
    if (!isActive(state) || seat === undefined) return;
    if (state !== 'WAITING') continue;
    if (!seat.ready) await getReady(context, person, roomId);
    const isFull = players.length === seatsTotal(count);
    if (!context.isClosing() && (isFull || polls < pollsMax)) continue;
    const isAlone = !isFull && !context.isClosing() && random.happens(CHANCE.sandbox);
    if (isAlone) await context.client.call(person, addSandboxOpponent, { params });
    else if (await leaveRoom(context.client, person, roomId)) return;
  }
}

export const playRoom: Action = async (context, person) => {
  const roomId = await takeSeat(context, person);
  if (roomId === undefined) return;
  if (person.random.happens(CHANCE.leaves) && (await leaveRoom(context.client, person, roomId))) return;
  await playOut(context, person, roomId);
};
