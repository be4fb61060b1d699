import { isActive, type PlayerCount, type RoomMap, type RoomState } from '@karat/rules/rooms';
import type { Sql, Tx } from '#db/db.ts';
import { insertMatchEvent, selectMatch } from './match-queries.ts';
import { tellChat } from './news.ts';
import { lockRoom, selectSeats, type SeatRow } from './queries.ts';
import { applyReport, type MatchReport, type PlayerStats } from './reports.ts';
import { leaveWaitingRoom, type RoomDeps } from './seats.ts';
import { deleteMessagesOf } from './chat-queries.ts';

export { leaveWaitingRoom };
export type { MatchReport, PlayerStats };

/** Pages of rooms show so many messages, and nobody watches all rooms. */
const MESSAGES_TOLD_MAX = 200;

/** The match of a room, as its game server has to know it. */
export type Match = {
  readonly id: number;
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly state: RoomState;
  readonly startingSide: 'ct' | 't' | null;
  /** SHA-256 of the key that the game server has been given; null before it has one. */
  readonly keyHash: Buffer | null;
  readonly password: string | null;
  readonly seats: readonly Pick<SeatRow, 'team' | 'steamId' | 'username'>[];
};

/** Undefined where there is no such room. */
export async function findMatch(sql: Sql, roomId: number): Promise<Match | undefined> {
  const match = await selectMatch(sql, roomId);
  return match && { ...match, seats: await selectSeats(sql, roomId) };
}

/** Takes what a game server reported, once a key, however often and in whatever order it comes. */
export function reportMatch(
  deps: RoomDeps,
  roomId: number,
  { key, payload, report }: { key: string; payload: object; report: MatchReport | undefined },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const room = await lockRoom(tx.sql, roomId);
    // What comes before the match is on is not used up: its server is looked at as soon as it is.
    if (room === undefined || room.state === 'MATCH_STARTING') return;
    // Once it is over nothing is kept: what may still count, counts once by itself.
    const isKnown =
      isActive(room.state) && !(await insertMatchEvent(tx.sql, roomId, { key, payload: JSON.stringify(payload) }));
    if (isKnown || report === undefined) return;
    await applyReport(tx, deps, { room, seats: await selectSeats(tx.sql, roomId) }, report);
  });
}

/** Takes back whatever a player has said in rooms, for good. */
export async function forgetRoomMessages(tx: Tx, playerId: number): Promise<void> {
  const gone = await deleteMessagesOf(tx.sql, playerId);
  for (const message of gone.slice(-MESSAGES_TOLD_MAX)) await tellChat(tx, message);
}
