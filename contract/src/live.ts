import * as z from 'zod/mini';
import { type ChatMessage, outgoingMessage } from './chat.ts';
import type { LiveDrop } from './drops.ts';
import type { MarketItem } from './market.ts';
import type { MissionStanding } from './missions.ts';
import type { Notification } from './notifications.ts';
import type { RefusalCode } from './refusal.ts';
import { outgoingRoomMessage, type Room, type RoomMessage, roomRef, type RoomSummary } from './rooms.ts';
import type { Bettor, ColorTotals, CurrentRound } from './roulette.ts';
import type { RealityCheck } from './safer-play.ts';
import type { TicketMessage, TicketSummary } from './tickets.ts';
import type { TradeOffer } from './trades.ts';

// An event without a payload: whatever a client sends along is not looked at.
const nothing = z.pipe(
  z.unknown(),
  z.transform(() => undefined),
);

/** What a browser may send. Each is parsed before a handler sees it. */
export const fromClient = {
  GET_NOTIFICATIONS: nothing,
  GET_ONLINE_USERS: nothing,
  GET_CHAT_MESSAGES: nothing,
  SEND_MESSAGE: outgoingMessage,
  JOIN_GAME_ROOM: roomRef,
  QUIT_GAME_ROOM: roomRef,
  GET_GAME_ROOM_CHAT_MESSAGES: roomRef,
  SEND_GAME_ROOM_MESSAGE: outgoingRoomMessage,
} as const;

/** Names of the arguments, for events that may be sent as several arguments instead of one object. */
export const argumentNames: Partial<Record<string, readonly string[]>> = {
  SEND_GAME_ROOM_MESSAGE: ['roomId', 'message', 'key'],
};

export type FromClientName = keyof typeof fromClient;
export type Heard<Name extends FromClientName> = z.output<(typeof fromClient)[Name]>;

/** What became of the book of one skin: as the grid shows it, or null when nothing of it is on offer. */
export type MarketNews = { itemId: number; row: MarketItem | null; goneIds: number[] };

/** What the server sends. */
export type FromServer = {
  BALANCE_UPDATE: { balance: number; version: number };
  NOTIFICATION: { data: Notification[] };
  ADD_NOTIFICATION: { data: Notification };
  ONLINE_USERS: { onlineUsers: [id: number, username: string][] };
  /** How many players are here: for everybody, names are for staff. */
  ONLINE_COUNT: { count: number };
  /** Openings whose strips have stopped, newest last. */
  LIVE_DROP: { drops: LiveDrop[] };
  /**
   * What the player owns has changed, whichever tab or other player did it: items that have left their hands are named, all else
   * (bought, bound, free again) is a reason to ask anew.
   */
  INVENTORY_CHANGED: { soldIds: number[] };
  /**
   * What the market now holds of some skins; `goneIds` are listings that can no longer be bought. Without any: news was missed,
   * and what was fetched may be out of date.
   */
  MARKET_CHANGED: { books: MarketNews[] };
  /** The player's own listings or buy orders have changed: a reason to ask anew. */
  STALL_CHANGED: Record<string, never>;
  /** One of the player's own offers, whole. */
  TRADE_OFFER_UPDATED: { offer: TradeOffer };
  /** To staff: some offer has moved. */
  TRADE_OFFERS_CHANGED: Record<string, never>;
  /** The latest messages, oldest first, and how the chat stands for whoever asked. */
  CHAT_MESSAGES: { data: ChatMessage[]; slowModeSeconds: number; mutedUntil: string | null };
  NEW_MESSAGE: ChatMessage;
  MESSAGE_DELETED: { id: number };
  SLOW_MODE: { seconds: number };
  /** To the player's own tabs: a stretch of play has begun, or the question about it was answered. */
  REALITY_CHECK: RealityCheck;
  /** To the player's own tabs: limits, a break or an exclusion have changed. */
  SAFER_PLAY_CHANGED: Record<string, never>;
  /** To staff: a change of a balance by hand waits for a second admin, or has been decided. */
  ADJUSTMENTS_CHANGED: Record<string, never>;
  /** To the one it is about; null when they may write again. */
  MUTED: { mutedUntil: string | null };
  /** The caller's own list, whichever tab changed it. */
  HIDDEN_PLAYERS: { hiddenIds: number[] };
  /** As its owner or as staff see it; with the message that moved it, where one did. */
  TICKET_UPDATED: { ticket: TicketSummary; message: TicketMessage | null };
  /** Where the player now stands in every mission on their page. */
  MISSION_PROGRESS: { data: MissionStanding[] };
  /** Staff have added, changed or taken off a mission: what was fetched may be out of date. */
  MISSIONS_CHANGED: Record<string, never>;
  /** The whole state of the round, whenever it changes its state. */
  ROULETTE_ROUND: { round: CurrentRound };
  /**
   * Those who have bet since, each with all that they now have on that colour, and what the round now holds. Of a crowd only
   * those who are shown are told to everybody; the others hear of themselves.
   */
  ROULETTE_BET: { roundId: number; bettors: Bettor[]; totals: ColorTotals };
  /** To every tab in the room: the whole room. The server's password is never in it. */
  ROOM_DATA: Room;
  /** The active rooms, as the list shows them. */
  ROOMS_CHANGED: { data: RoomSummary[] };
  GAME_ROOM_CHAT_MESSAGES: { roomId: number; data: RoomMessage[] };
  NEW_GAME_ROOM_MESSAGE: RoomMessage & { roomId: number };
  GAME_ROOM_MESSAGE_DELETED: { roomId: number; id: number };
  /** The server has not heard all that was to be told here: what was fetched, or heard since, may be out of date. */
  NEWS_MISSED: Record<string, never>;
  /** `key` names the chat message that was refused, and `retryAfterSeconds` says when another may be sent. */
  ERROR: { message: string; code: RefusalCode | 'internal'; key?: string; retryAfterSeconds?: number };
};
export type FromServerName = keyof FromServer;
