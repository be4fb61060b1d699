import { LOCATIONS, MAPS, PLAYER_COUNTS, ROOM_STATES, TEAMS } from '@karat/rules/rooms';
import { ENTROPY_PATTERN } from '@karat/rules/fairness';
import * as z from 'zod/mini';
import { WAGER_REFUSALS } from './refusal.ts';
import { type ChatMessage, messageKey, messageText } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { newRoom } from './room-forms.ts';
import { idParam, reasonGiven } from './text.ts';

const team = z.enum(TEAMS, 'Choose a team.');

const seat = z.object({
  steamId: z.string(),
  username: z.string(),
  avatar: z.string(),
  team,
  ready: z.boolean(),
  elo: z.number(),
  /** Of the sandbox: not a person. */
  isSandbox: z.boolean(),
  /** Of the match, as far as it is known. */
  kills: z.number(),
  deaths: z.number(),
  /** How the rating moved; null while it has not, and where it does not. */
  eloChange: z.nullable(z.number()),
  payout: z.nullable(z.number()),
});
export type Seat = z.output<typeof seat>;

const person = z.object({ username: z.string(), profileImg: z.string() });

const summary = {
  id: z.number(),
  map: z.enum(MAPS),
  player_count: z.enum(PLAYER_COUNTS),
  server_location: z.enum(LOCATIONS),
  state: z.enum(ROOM_STATES),
  /** `address:port` of the game server, while the match is on; null before and after. */
  server_ip: z.nullable(z.string()),
  ticketPrice: z.number(),
  /** What the room's escrow holds. */
  totalAmount: z.number(),
  ownerPlayer: person,
  /** The first of the other players; null while there is none. */
  participantPlayer: z.nullable(person),
  players: z.array(seat),
  createdAt: z.iso.datetime(),
};

export const roomSummary = z.object(summary);
export type RoomSummary = z.output<typeof roomSummary>;

/** Something that happened in a room, as both sides read it. */
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

const timelineEntry = z.object({
  id: z.number(),
  event: z.enum(TIMELINE_EVENTS),
  /** Who it is about; null where it is about the room. */
  username: z.nullable(z.string()),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: z.iso.datetime(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;

export const room = z.object({
  ...summary,
  /** Of the game server; for those who have a seat. */
  server_password: z.nullable(z.string()),
  /** The match is on a server of the sandbox, which listens to its own machine alone: nobody can come to it. */
  isPlayedBySandbox: z.boolean(),
  now: z.iso.datetime(),
  /** When the present wait ends: for ready-up, for the countdown, for joining the server; null where nothing is waited for. */
  deadline: z.nullable(z.iso.datetime()),
  score: z.object({ team1: z.number(), team2: z.number() }),
  winner: z.nullable(team),
  /** Why it ended as it did; null where the score says it all. */
  endReason: z.nullable(z.string()),
  /** Commitment of the coin that decides who starts on which side, public before anybody takes a seat. */
  seedHash: z.string(),
  /** Shown when the match is on. */
  seed: z.nullable(z.string()),
  /** Of each seat, team1's first; empty where its browser sent none. Null until they are frozen. */
  entropies: z.nullable(z.array(z.string())),
  /** Which side team1 starts on; null until the coin is thrown. */
  startingSide: z.nullable(z.enum(['ct', 't'])),
  timeline: z.array(timelineEntry),
  spectators: z.number(),
  /** Free seats can be filled by the sandbox. */
  canAddSandbox: z.boolean(),
});
export type Room = z.output<typeof room>;

export const getActiveRooms = endpoint({
  method: 'GET',
  path: '/room/getActiveRooms',
  summary: 'Rooms that wait for players or are being played, newest first.',
  reply: z.object({ data: z.array(roomSummary) }),
});

export const getGameRoom = endpoint({
  method: 'GET',
  path: '/room/getGameRoom/:roomId',
  summary: 'One room, whole.',
  params: z.object({ roomId: idParam }),
  refuses: ['not_found'],
  reply: room,
});

export const createGameRoom = endpoint({
  method: 'POST',
  path: '/room/createGameRoom',
  summary: 'Open a room and take its first seat. An empty room of one’s own is closed by it.',
  body: newRoom,
  refuses: [...WAGER_REFUSALS, 'already_in_room', 'on_hold', 'steam_required'],
  reply: z.object({ roomId: z.number(), message: z.string() }),
});

export const joinGameRoom = endpoint({
  method: 'POST',
  path: '/room/joinGameRoom/:roomId',
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
  summary: 'Give one’s seat up before the start; the entry fee comes back.',
  params: z.object({ roomId: idParam }),
  refuses: ['key_reused', 'not_found', 'not_seated', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const setReadyState = endpoint({
  method: 'POST',
  path: '/room/setReadyState/:roomId',
  summary: 'Say that one is ready, or not any more.',
  params: z.object({ roomId: idParam }),
  body: z.object({
    ready: z.boolean('Ready must be true or false.'),
    entropy: z.optional(z.string('Invalid entropy.').check(z.regex(ENTROPY_PATTERN, 'Invalid entropy.'))),
  }),
  refuses: [...WAGER_REFUSALS, 'not_found', 'not_seated', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const addSandboxOpponent = endpoint({
  method: 'POST',
  path: '/room/addSandboxOpponent/:roomId',
  summary: 'Fill the free seats of one’s own room with labelled sandbox players; where there is a sandbox.',
  params: z.object({ roomId: idParam }),
  refuses: ['not_found', 'not_seated', 'room_full', 'room_over', 'room_started'],
  reply: z.object({ message: z.string() }),
});

export const voidGameRoom = endpoint({
  method: 'POST',
  path: '/admin/voidGameRoom/:roomId',
  summary: 'End a room and give every stake back.',
  params: z.object({ roomId: idParam }),
  body: reasonGiven,
  refuses: ['not_found', 'room_over'],
  reply: z.object({ message: z.string() }),
});

export const deleteRoomMessage = endpoint({
  method: 'POST',
  path: '/admin/deleteRoomMessage/:id',
  summary: 'Take a message out of the chat of a room. Taking it out twice is no error.',
  params: z.object({ id: idParam }),
  refuses: ['not_found'],
  reply: z.object({ message: z.string() }),
});

/** What is said in a room looks as everywhere. */
export type RoomMessage = ChatMessage;

const roomId = z.number('Invalid id.').check(z.int('Invalid id.'), z.positive('Invalid id.'));

/** An id as a browser may have it: a number, or the text of one. */
function idOf(sent: unknown): unknown {
  return typeof sent === 'string' && /^[1-9]\d{0,15}$/.test(sent) ? Number(sent) : sent;
}

/** `{roomId}` or a bare id. */
export const roomRef = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((sent) => idOf(typeof sent === 'object' && sent !== null && 'roomId' in sent ? sent.roomId : sent)),
  ),
  roomId,
);

/** A message for the chat of a room, cleaned and measured as in the global chat. */
export const outgoingRoomMessage = z.pipe(
  z.pipe(
    z.unknown(),
    z.transform((sent) =>
      typeof sent === 'object' && sent !== null && 'roomId' in sent ? { ...sent, roomId: idOf(sent.roomId) } : sent,
    ),
  ),
  z.object({ roomId, message: messageText, key: z.optional(messageKey) }, 'Invalid id.'),
);
