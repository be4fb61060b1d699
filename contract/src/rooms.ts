import { LOCATIONS, MAPS, PLAYER_COUNTS, ROOM_STATES, TEAMS } from '@karat/rules/rooms';
import { ENTROPY_PATTERN } from '@karat/rules/fairness';
import * as z from 'zod/mini';
import { WAGER_REFUSALS } from './refusal.ts';
import { type ChatMessage, messageKey, messageText } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';
import { newRoom } from './room-forms.ts';
import { listOf, paginationQuery } from './pagination.ts';
import { day, idParam, nameFilter, reasonBody } from './text.ts';

const team = z.enum(TEAMS, 'Choose a team.');

const seat = z.object({
  steamId: z.string(),
  ...playerName,
  avatar: z.string(),
  team,
  ready: z.boolean(),
  elo: z.number(),
  /** Kills and deaths in the match so far. */
  kills: z.number(),
  deaths: z.number(),
  /** The change of the rating; null if there is none or not yet. */
  eloChange: z.nullable(z.number()),
  payout: z.nullable(z.number()),
});
export type Seat = z.output<typeof seat>;

const person = z.object({ ...playerName, profileImg: z.string() });

const summary = {
  id: z.number(),
  map: z.enum(MAPS),
  player_count: z.enum(PLAYER_COUNTS),
  server_location: z.enum(LOCATIONS),
  state: z.enum(ROOM_STATES),
  /** `address:port` of the game server during the match; null before and after. */
  server_ip: z.nullable(z.string()),
  ticketPrice: z.number(),
  /** Diamonds in the room's escrow. */
  totalAmount: z.number(),
  ownerPlayer: person,
  /** The first player besides the owner; null if there is none. */
  participantPlayer: z.nullable(person),
  players: z.array(seat),
  /** The room whose match this one repeats: its free seats are for the players of that match. Null for other rooms. */
  rematchOf: z.nullable(z.number()),
  createdAt: z.iso.datetime(),
};

export const roomSummary = z.object(summary);
export type RoomSummary = z.output<typeof roomSummary>;

/** Events of a room's timeline. */
export const TIMELINE_EVENTS = [
  'created',
  'seat_taken',
  'seat_left',
  'stake_locked',
  'stake_returned',
  'ready',
  'unready',
  'starting',
  'server_found',
  'server_waiting',
  'server_ready',
  'connected',
  'live',
  'round',
  'result',
  'forfeit',
  'paid',
  'rating',
  'cancelled',
] as const;

/**
 * An event of a room. A round has the score (`team1`, `team2`) and, as far as the game server reported it, the winner of the round
 * (`winner`), how it ended (`end`), and the kills of each player (`kills.<team>.<position>`).
 */
const timelineEntry = z.object({
  id: z.number(),
  event: z.enum(TIMELINE_EVENTS),
  /** The player concerned; null for events of the room. */
  username: z.nullable(z.string()),
  isSandbox: z.boolean(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: z.iso.datetime(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

const rematch = z.object({
  /** Until when a player can open one. */
  deadline: z.iso.datetime(),
  /** Null until a player has opened it. */
  roomId: z.nullable(z.number()),
  /** The Steam ids of the players who have taken their seats in it. */
  players: z.array(z.string()),
});
export type Rematch = z.output<typeof rematch>;

export const room = z.object({
  ...summary,
  /** The password of the game server, only for players with a seat. */
  server_password: z.nullable(z.string()),
  /**
   * The match runs, or will run, on a sandbox server, which accepts only local connections: players cannot join it. False for an ended
   * room.
   */
  isPlayedBySandbox: z.boolean(),
  now: z.iso.datetime(),
  /** The end of the ready-up, the countdown or the time to join the server; null if none is running. */
  deadline: z.nullable(z.iso.datetime()),
  score: z.object({ team1: z.number(), team2: z.number() }),
  winner: z.nullable(team),
  /** The reason why the room ended; null if the score decided it. */
  endReason: z.nullable(z.string()),
  /** The commitment of the coin flip for the starting side, published before anyone takes a seat. */
  seedHash: z.string(),
  /** Revealed when the match starts. */
  seed: z.nullable(z.string()),
  /** The entropy of each seat, team1 first; empty if the browser sent none. Null until the values are fixed. */
  entropies: z.nullable(z.array(z.string())),
  /** The side that team1 starts on; null until the coin flip. */
  startingSide: z.nullable(z.enum(['ct', 't'])),
  timeline: z.array(timelineEntry),
  spectators: z.number(),
  /** Whether the sandbox can fill the free seats. */
  canAddSandbox: z.boolean(),
  /** The rematch of a finished match; null in every other state. */
  rematch: z.nullable(rematch),
  /** The Steam ids of players with a reserved seat in a rematch that they have not taken. */
  reservedFor: z.array(z.string()),
});
export type Room = z.output<typeof room>;

export const getActiveRooms = endpoint({
  method: 'GET',
  path: '/room/getActiveRooms',
  summary: 'Rooms that wait for players or are in a match, newest first.',
  reply: z.object({ data: z.array(roomSummary) }),
});

export const getGameRoom = endpoint({
  method: 'GET',
  path: '/room/getGameRoom/:roomId',
  summary: 'One room with all its data.',
  params: z.object({ roomId: idParam }),
  refuses: ['not_found'],
  reply: room,
});

export const createGameRoom = endpoint({
  method: 'POST',
  path: '/room/createGameRoom',
  switch: 'duel',
  summary: 'Open a room and take its first seat. Closes an empty room of the caller.',
  body: newRoom,
  refuses: [...WAGER_REFUSALS, 'already_in_room', 'on_hold', 'steam_required'],
  reply: z.object({ roomId: z.number(), message: z.string() }),
});

export const joinGameRoom = endpoint({
  method: 'POST',
  path: '/room/joinGameRoom/:roomId',
  switch: 'duel',
  summary: 'Take a seat; the entry fee moves to the room.',
  params: z.object({ roomId: idParam }),
  body: z.object({ team: z.optional(team) }),
  refuses: [
    ...WAGER_REFUSALS,
    'already_in_room',
    'not_found',
    'on_hold',
    'room_full',
    'room_over',
    'room_started',
    'steam_required',
  ],
  reply: z.object({ message: z.string() }),
});

export const leaveGameRoom = endpoint({
  method: 'POST',
  path: '/room/leaveGameRoom/:roomId',
  summary: 'Leave the seat before the start; the entry fee is refunded.',
  params: z.object({ roomId: idParam }),
  refuses: ['key_reused', 'not_found', 'not_seated', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const setReadyState = endpoint({
  method: 'POST',
  path: '/room/setReadyState/:roomId',
  switch: 'duel',
  summary: 'Set whether the caller is ready.',
  params: z.object({ roomId: idParam }),
  body: z.object({
    ready: z.boolean('Ready must be true or false.'),
    entropy: z.optional(z.string('Invalid entropy.').check(z.regex(ENTROPY_PATTERN, 'Invalid entropy.'))),
  }),
  refuses: [...WAGER_REFUSALS, 'not_found', 'not_seated', 'room_full', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const addSandboxOpponent = endpoint({
  method: 'POST',
  path: '/room/addSandboxOpponent/:roomId',
  switch: 'duel',
  summary: 'Fill the free seats of the player’s own room with labelled sandbox players, if the site has a sandbox.',
  params: z.object({ roomId: idParam }),
  refuses: ['not_found', 'not_seated', 'room_full', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const joinRematch = endpoint({
  method: 'POST',
  path: '/room/joinRematch/:roomId',
  switch: 'duel',
  summary:
    'Take the same seat in a rematch of a finished match, with the same settings; the entry fee moves to the new room. The first player opens its room. Sandbox players of the match join by themselves.',
  params: z.object({ roomId: idParam }),
  refuses: [
    ...WAGER_REFUSALS,
    'already_in_room',
    'not_found',
    'not_seated',
    'on_hold',
    'room_full',
    'room_over',
    'room_started',
    'steam_required',
    'too_many',
  ],
  reply: z.object({
    /** The room of the rematch. */
    roomId: z.number(),
    /** Whether all players have taken their seats. */
    isFull: z.boolean(),
    message: z.string(),
  }),
});

/** Rooms that a list of staff shows. */
export const ROOM_PHASES = ['active', 'finished', 'cancelled'] as const;
export type RoomPhase = (typeof ROOM_PHASES)[number];

const staffRoom = z.object({
  id: z.number(),
  map: z.enum(MAPS),
  playerCount: z.enum(PLAYER_COUNTS),
  state: z.enum(ROOM_STATES),
  ticketPrice: z.number(),
  owner: z.object({ id: z.number(), ...playerName }),
  /** The names of the seated players, with commas. */
  players: z.string(),
  winner: z.nullable(team),
  createdAt: z.iso.datetime(),
  endedAt: z.nullable(z.iso.datetime()),
});
export type StaffRoom = z.output<typeof staffRoom>;

const roomFilters = {
  phase: z.optional(z.enum(ROOM_PHASES, 'Invalid filter.')),
  /** A player who has or had a seat. */
  username: nameFilter,
  /** First and last day of creation, both included, by UTC. */
  from: z.optional(day),
  to: z.optional(day),
};

/** The number of newest matching rooms that can be paged through. The rest is not counted. */
export const FILTERED_ROOMS_MAX = 10_000;

export const getAllRooms = endpoint({
  method: 'GET',
  path: '/admin/getAllRooms',
  summary: 'Active and ended rooms, newest first; optionally of one player by name, and of some days.',
  query: z.object({ ...paginationQuery(), ...roomFilters }),
  reply: listOf(staffRoom),
});

/** All matching rooms, oldest first, as a CSV file, with the same filters. */
export const ROOMS_CSV_PATH = '/admin/downloadRooms';
export const roomsCsvQuery = z.object(roomFilters);
export const ROOMS_CSV_COLUMNS = [
  'id',
  'createdAt',
  'endedAt',
  'state',
  'map',
  'playerCount',
  'ticketPrice',
  'players',
  'winner',
] as const satisfies readonly (keyof StaffRoom)[];

export const voidGameRoom = endpoint({
  method: 'POST',
  path: '/admin/voidGameRoom/:roomId',
  summary: 'End a room and refund every stake.',
  params: z.object({ roomId: idParam }),
  body: reasonBody,
  refuses: ['not_found', 'room_over'],
  reply: z.object({ message: z.string() }),
});

export const deleteRoomMessage = endpoint({
  method: 'POST',
  path: '/admin/deleteRoomMessage/:id',
  summary: 'Delete a message from the chat of a room. Deleting it again has no effect.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

/** Room messages have the shape of chat messages. */
export type RoomMessage = ChatMessage;

const roomId = z.number('Invalid id.').check(z.int('Invalid id.'), z.positive('Invalid id.'));

/** Accepts an id as a number or as its text. */
function parseId(input: unknown): unknown {
  return typeof input === 'string' && /^[1-9]\d{0,15}$/.test(input) ? Number(input) : input;
}

/** Reads a room id from `{roomId}` or from a bare id. */
export const roomRef = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((input) =>
      parseId(typeof input === 'object' && input !== null && 'roomId' in input ? input.roomId : input),
    ),
  ),
  roomId,
);

/** A message for the chat of a room, with the same rules as in the global chat. */
export const outgoingRoomMessage = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((input) =>
      typeof input === 'object' && input !== null && 'roomId' in input
        ? { ...input, roomId: parseId(input.roomId) }
        : input,
    ),
  ),
  z.object({ roomId, message: messageText, key: z.optional(messageKey) }, 'Invalid id.'),
);
