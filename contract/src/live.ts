import * as z from 'zod/mini';
import { chatMessage, outgoingMessage } from './chat.ts';
import { drop } from './drops.ts';
import { languages } from './language.ts';
import { marketItem } from './market.ts';
import { missionProgress } from './missions.ts';
import { notification } from './notifications.ts';
import { type RefusalCode, refusalStatus } from './refusal.ts';
import { outgoingRoomMessage, room, roomRef, roomSummary } from './rooms.ts';
import { bettor, colorTotals, currentRound, stakes } from './roulette.ts';
import { realityCheck } from './safer-play.ts';
import { siteStatus } from './site-status.ts';
import { ticketMessage, ticketSummary } from './tickets.ts';
import { tradeOffer } from './trades.ts';
import { ONLINE_USERS_MAX } from './users.ts';

// An event without a payload: anything that a client sends along is ignored.
const noPayload = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

/** An unknown language counts as the default. */
// oxlint-disable-next-line promise/valid-params -- not a promise
const languageChoice = z.object({ language: z.catch(z.enum(languages), 'mixed') });

const EVENT_NAME_LENGTH_MAX = 40;
const EVENT_NAMES_MAX = 100;

/** The names of the events that a client listens to. Names of events that are no topics are ignored. */
export const topicChoice = z.object({
  topics: z.array(z.string().check(z.maxLength(EVENT_NAME_LENGTH_MAX))).check(z.maxLength(EVENT_NAMES_MAX)),
});

/** Events that a client may send. Each is parsed before its handler gets it. */
export const fromClient = {
  GET_NOTIFICATIONS: noPayload,
  SET_LANGUAGE: languageChoice,
  SET_TOPICS: topicChoice,
  GET_ONLINE_USERS: noPayload,
  GET_CHAT_MESSAGES: noPayload,
  SEND_MESSAGE: outgoingMessage,
  JOIN_GAME_ROOM: roomRef,
  QUIT_GAME_ROOM: roomRef,
  GET_GAME_ROOM_CHAT_MESSAGES: roomRef,
  SEND_GAME_ROOM_MESSAGE: outgoingRoomMessage,
} as const;

/** Argument names of events that may be sent with several arguments instead of one object. */
export const argumentNames: Partial<Record<string, readonly string[]>> = {
  SEND_GAME_ROOM_MESSAGE: ['roomId', 'message', 'key'],
};

export type FromClientName = keyof typeof fromClient;
export type ClientPayload<Name extends FromClientName> = z.output<(typeof fromClient)[Name]>;

/** The clients that may send an event, or that receive it. */
export type LiveAudience = 'anyone' | 'player' | 'staff' | 'room';

type ClientEvent = { readonly audience: LiveAudience; readonly summary: string };

/** The sender and the purpose of each event, for the API documents. */
export const clientEvents: Readonly<Record<FromClientName, ClientEvent>> = {
  GET_NOTIFICATIONS: { audience: 'player', summary: 'Requests the notifications. The reply is NOTIFICATION.' },
  SET_LANGUAGE: {
    audience: 'anyone',
    summary:
      'Sets the language of this connection: mixed, tr or en. Players get NOTIFICATION in that language. The handshake may name it as auth.language.',
  },
  SET_TOPICS: {
    audience: 'anyone',
    summary:
      'Names the events that this client listens to: from then on it gets no topics but these. The reply is TOPICS. The handshake may name them as auth.topics; a client that names none gets all.',
  },
  GET_ONLINE_USERS: { audience: 'staff', summary: 'Requests the players who are online. The reply is ONLINE_USERS.' },
  GET_CHAT_MESSAGES: { audience: 'anyone', summary: 'Requests the latest messages. The reply is CHAT_MESSAGES.' },
  SEND_MESSAGE: { audience: 'player', summary: 'Sends a message to the global chat. Every client gets NEW_MESSAGE.' },
  JOIN_GAME_ROOM: { audience: 'anyone', summary: 'Follows a room. The reply is ROOM_DATA, now and after each change.' },
  QUIT_GAME_ROOM: { audience: 'anyone', summary: 'Stops following a room.' },
  GET_GAME_ROOM_CHAT_MESSAGES: {
    audience: 'anyone',
    summary: 'Requests the messages of a room. The reply is GAME_ROOM_CHAT_MESSAGES.',
  },
  SEND_GAME_ROOM_MESSAGE: {
    audience: 'player',
    summary: 'Sends a message to the chat of a room. Its followers get NEW_GAME_ROOM_MESSAGE.',
  },
};

/** The state of the market for one skin: its row in the grid, or null if there is no listing. */
const marketChange = z.object({ itemId: z.number(), row: z.nullable(marketItem), goneIds: z.array(z.number()) });
export type MarketChange = z.output<typeof marketChange>;

type ServerEvent<Payload extends z.ZodMiniType, IsTopic extends boolean> = ClientEvent & {
  readonly payload: Payload;
  /** Whether clients may leave it out: it goes to many, and few pages show it. */
  readonly isTopic: IsTopic;
};

const event = <Payload extends z.ZodMiniType>(
  audience: LiveAudience,
  summary: string,
  payload: Payload,
): ServerEvent<Payload, false> => ({ audience, summary, payload, isTopic: false });

/** An event for the pages that show it. Without it a client misses nothing that it must know. */
const topic = <Payload extends z.ZodMiniType>(
  audience: LiveAudience,
  summary: string,
  payload: Payload,
): ServerEvent<Payload, true> => ({ audience, summary, payload, isTopic: true });

const empty = z.strictObject({});
const roomId = z.number();

/** The codes of an ERROR: every refusal, and `internal` for a bug. */
const errorCode = z.enum([...(Object.keys(refusalStatus) as RefusalCode[]), 'internal']);

/** Events that the server sends: who receives them, when, and with which payload. */
export const fromServer = {
  BALANCE_UPDATE: event(
    'player',
    'The balance has changed. A lower version than the last one is out of date.',
    z.object({ balance: z.number(), version: z.number() }),
  ),
  NOTIFICATION: event(
    'player',
    'All notifications, newest first, in the language of the connection.',
    z.object({ data: z.array(notification) }),
  ),
  ADD_NOTIFICATION: event(
    'player',
    'One new notification, in the language of the connection.',
    z.object({ data: notification }),
  ),
  ONLINE_USERS: topic(
    'staff',
    `Who is online, as pairs of id and username: the first ${ONLINE_USERS_MAX} by name. GET /admin/getOnlineUsers has all, in pages.`,
    z.object({ onlineUsers: z.array(z.tuple([z.number(), z.string()])) }),
  ),
  ONLINE_COUNT: topic(
    'anyone',
    'How many people are online, and how many sandbox players beside them.',
    z.object({ count: z.number(), sandbox: z.number() }),
  ),
  LIVE_DROP: topic('anyone', 'Openings whose strips have stopped, newest last.', z.object({ drops: z.array(drop) })),
  INVENTORY_CHANGED: event(
    'player',
    'The inventory has changed. soldIds are items that left it; for any other change the inventory is fetched again.',
    z.object({ soldIds: z.array(z.number()) }),
  ),
  MARKET_CHANGED: topic(
    'anyone',
    'New market data of some skins. goneIds are listings that can no longer be bought. If books is empty, fetch again.',
    z.object({ books: z.array(marketChange) }),
  ),
  MY_MARKET_CHANGED: event('player', 'The player’s own listings or buy orders have changed: fetch them again.', empty),
  TRADE_OFFER_UPDATED: event(
    'player',
    'One of the player’s own trade offers has changed.',
    z.object({ offer: tradeOffer }),
  ),
  TRADE_OFFERS_CHANGED: event('staff', 'A trade offer has changed: fetch the list again.', empty),
  CHAT_MESSAGES: event(
    'anyone',
    'The latest messages, oldest first, and the state of the chat for the client that asked.',
    z.object({ data: z.array(chatMessage), slowModeSeconds: z.number(), mutedUntil: z.nullable(z.string()) }),
  ),
  NEW_MESSAGE: topic('anyone', 'A new message in the global chat.', chatMessage),
  MESSAGE_DELETED: topic('anyone', 'Staff deleted a message.', z.object({ id: z.number() })),
  SLOW_MODE: topic('anyone', 'The seconds between two messages of one player.', z.object({ seconds: z.number() })),
  REALITY_CHECK: event(
    'player',
    'A period of play has begun, or the player has answered the reality check.',
    realityCheck,
  ),
  SAFER_PLAY_CHANGED: event('player', 'Limits, a break or an exclusion have changed: fetch them again.', empty),
  ADJUSTMENTS_CHANGED: event(
    'staff',
    'A manual change of a balance waits for a second person, or was decided: fetch again.',
    empty,
  ),
  MUTED: event(
    'player',
    'The player is muted until this time; null when they may write again.',
    z.object({ mutedUntil: z.nullable(z.string()) }),
  ),
  HIDDEN_PLAYERS: event(
    'player',
    'The players whose messages the caller hides.',
    z.object({ hiddenIds: z.array(z.number()) }),
  ),
  TICKET_UPDATED: event(
    'player',
    'A ticket as its owner or staff see it, with the message that changed it.',
    z.object({ ticket: ticketSummary, message: z.nullable(ticketMessage) }),
  ),
  MISSION_PROGRESS: event(
    'player',
    'The progress of the player in every mission on their page.',
    z.object({ data: z.array(missionProgress) }),
  ),
  MISSIONS_CHANGED: event('anyone', 'Staff added, changed or removed a mission: fetch the missions again.', empty),
  ROULETTE_ROUND: topic('anyone', 'The whole round, with each change of its state.', z.object({ round: currentRound })),
  ROULETTE_BET: topic(
    'anyone',
    'Those of the largest stakes on each colour that changed since, and the totals of the round; at most twice per second.',
    z.object({ roundId: z.number(), bettors: z.array(bettor), totals: colorTotals }),
  ),
  ROULETTE_STAKES: event(
    'player',
    'What the player has staked on each colour in a round, after a bet.',
    z.object({ roundId: z.number(), own: stakes }),
  ),
  ROOM_DATA: event('room', 'The whole room. server_password is always null here.', room),
  ROOMS_CHANGED: topic('anyone', 'The active rooms, as in the list.', z.object({ data: z.array(roomSummary) })),
  GAME_ROOM_CHAT_MESSAGES: event(
    'room',
    'The messages of a room, oldest first.',
    z.object({ roomId, data: z.array(chatMessage) }),
  ),
  NEW_GAME_ROOM_MESSAGE: event('room', 'A new message in the chat of a room.', z.extend(chatMessage, { roomId })),
  GAME_ROOM_MESSAGE_DELETED: event('room', 'Staff deleted a message of a room.', z.object({ roomId, id: z.number() })),
  SITE_STATUS: event(
    'anyone',
    'Staff switched a part of the site off or on, or an announcement began, changed or ended: the whole status.',
    siteStatus,
  ),
  TOPICS: event(
    'anyone',
    'The topics that this client gets from now on. State that was fetched before may lack events of the new ones.',
    z.object({ topics: z.array(z.string()) }),
  ),
  EVENTS_MISSED: event(
    'anyone',
    'Events were lost: everything fetched before may be out of date. Fetch again, after a random part of withinMs.',
    z.object({ withinMs: z.number() }),
  ),
  RECONNECT: event(
    'anyone',
    'The server closes this connection. Connect again, after a random part of withinMs.',
    z.object({ withinMs: z.number() }),
  ),
  ERROR: event(
    'anyone',
    'An event was refused. key identifies the refused chat message; retryAfterSeconds says when to try again.',
    z.object({
      message: z.string(),
      code: errorCode,
      key: z.optional(z.string()),
      retryAfterSeconds: z.optional(z.number()),
    }),
  ),
} as const;
export type FromServerName = keyof typeof fromServer;
export type TopicName = {
  [Name in FromServerName]: (typeof fromServer)[Name]['isTopic'] extends true ? Name : never;
}[FromServerName];
export type FromServer = { [Name in FromServerName]: z.output<(typeof fromServer)[Name]['payload']> };
