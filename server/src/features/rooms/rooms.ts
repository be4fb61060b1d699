import { isActive, type PlayerCount, type RoomMap, type RoomState } from '@karat/rules/rooms';
import type { Sql, Tx } from '#db/db.ts';
import { insertMatchEvent, selectMatch } from './match-queries.ts';
import { publishChatChange } from './live-updates.ts';
import { lockRoom, selectSeats, type SeatRow } from './queries.ts';
import { applyReport, type MatchReport, type PlayerStats } from './reports.ts';
import { leaveWaitingRoom, type RoomDeps } from './seats.ts';
import { deleteMessagesOfPlayer } from './chat-queries.ts';
import { hasSandboxServers } from './views.ts';

export { hasSandboxServers, leaveWaitingRoom };
export type { MatchReport, PlayerStats };

/** Limits the broadcasts, because a room's page shows only so many messages. */
const MESSAGES_PUBLISHED_MAX = 200;

/** The match of a room as its game server needs it. */
export type Match = {
  readonly id: number;
  readonly map: RoomMap;
  readonly playerCount: PlayerCount;
  readonly state: RoomState;
  readonly startingSide: 'ct' | 't' | null;
  /** SHA-256 of the game server's key; null before it has one. */
  readonly keyHash: Buffer | null;
  readonly password: string | null;
  readonly seats: readonly Pick<SeatRow, 'team' | 'steamId' | 'username' | 'elo'>[];
};

/** Reads the match of a room; undefined if the room does not exist. */
export async function findMatch(sql: Sql, roomId: number): Promise<Match | undefined> {
  const match = await selectMatch(sql, roomId);
  return match && { ...match, seats: await selectSeats(sql, roomId) };
}

/** Applies a game server's report once per key, however often and in whatever order reports arrive. */
export function reportMatch(
  deps: RoomDeps,
  roomId: number,
  { key, payload, report }: { key: string; payload: object; report: MatchReport | undefined },
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const room = await lockRoom(tx.sql, roomId);
    // Does not use up the key of an early report, because the server is polled as soon as the match is ongoing.
    if (room === undefined || room.state === 'MATCH_STARTING') return;
    // After the match no key is stored: late statistics are idempotent by themselves.
    const isKnown =
      isActive(room.state) && !(await insertMatchEvent(tx.sql, roomId, { key, payload: JSON.stringify(payload) }));
    if (isKnown || report === undefined) return;
    await applyReport(tx, deps, { room, seats: await selectSeats(tx.sql, roomId) }, report);
  });
}

/** Deletes all room messages of a player permanently. */
export async function deleteRoomMessages(tx: Tx, playerId: number): Promise<void> {
  const gone = await deleteMessagesOfPlayer(tx.sql, playerId);
  for (const message of gone.slice(-MESSAGES_PUBLISHED_MAX)) await publishChatChange(tx, message);
}
