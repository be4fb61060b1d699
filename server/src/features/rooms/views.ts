import type { Rematch, Room, RoomSummary, Seat } from '@karat/contract/rooms';
import { isActive, seatsTotal } from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { selectRematch } from './queries.ts';
import {
  type RoomDetails,
  selectActiveRooms,
  selectRoom,
  selectSeatViews,
  selectTimeline,
  type SeatView,
  type SummaryRow,
} from './view-queries.ts';

const ROOMS_PAGE_MAX = 100;
const TIMELINE_MAX = 200;

function seatOf(seat: SeatView): Seat {
  const { steamId, username, avatar, team, ready, elo, isSandbox, kills, deaths, eloChange, payout } = seat;
  return { steamId, username, avatar, team, ready, elo, isSandbox, kills, deaths, eloChange, payout };
}

function personOf({ username, isSandbox, avatar }: SeatView): RoomSummary['ownerPlayer'] {
  return { username, isSandbox, profileImg: avatar };
}

const isOngoing = ({ state }: SummaryRow): boolean => state === 'MATCH_ONGOING';

function summaryOf(room: SummaryRow, seats: readonly SeatView[]): RoomSummary {
  const { id, map, player_count, server_location, state, ticketPrice, ownerId, createdAt } = room;
  const other = seats.find(({ playerId }) => playerId !== ownerId);
  return {
    id,
    map,
    player_count,
    server_location,
    state,
    server_ip: isOngoing(room) ? room.serverIp : null,
    ticketPrice,
    totalAmount: isActive(state) ? seats.reduce((sum, { stake }) => sum + stake, 0) : 0,
    ownerPlayer: { username: room.ownerName, isSandbox: room.isOwnerSandbox, profileImg: room.ownerAvatar },
    participantPlayer: other === undefined ? null : personOf(other),
    players: seats.map(seatOf),
    rematchOf: room.rematchOf,
    createdAt,
  };
}

/** Active rooms for the start page. */
export async function listRooms(sql: Sql): Promise<RoomSummary[]> {
  const rooms = await selectActiveRooms(sql, ROOMS_PAGE_MAX);
  const seats = await selectSeatViews(
    sql,
    rooms.map(({ id }) => id),
  );
  const byRoom = Map.groupBy(seats, ({ roomId }) => roomId);
  return rooms.map((room) => summaryOf(room, byRoom.get(room.id) ?? []));
}

/** If the operator configured game servers, matches run there even when the rest is a sandbox. */
export function hasSandboxServers({ platform, gameServers }: Deps['env']): boolean {
  return platform === 'sandbox' && gameServers.length === 0;
}

/** The rematch of a finished match and its players so far. */
async function readRematch(sql: Sql, { id, state, rematchDeadline }: RoomDetails): Promise<Rematch | null> {
  if (state !== 'MATCH_FINISHED' || rematchDeadline === null) return null;
  const roomId = await selectRematch(sql, id);
  const seats = roomId === undefined ? [] : await selectSeatViews(sql, [roomId]);
  return { deadline: rematchDeadline, roomId: roomId ?? null, players: seats.map(({ steamId }) => steamId) };
}

/** The Steam ids of players with a reserved seat in a rematch that they have not taken. */
async function readReserved(sql: Sql, room: RoomDetails, seats: readonly SeatView[]): Promise<string[]> {
  if (room.rematchOf === null || room.state !== 'WAITING') return [];
  const taken = new Set(seats.map(({ team, position }) => `${team} ${position}`));
  const played = await selectSeatViews(sql, [room.rematchOf]);
  return played.filter(({ team, position }) => !taken.has(`${team} ${position}`)).map(({ steamId }) => steamId);
}

type ViewDeps = Pick<Deps, 'db' | 'env' | 'live'>;

/** A whole room as all clients see it, or as a seated viewer sees it; undefined if it does not exist. */
export async function readRoom(
  { db, env, live }: ViewDeps,
  roomId: number,
  viewerId?: number,
): Promise<Room | undefined> {
  const room = await selectRoom(db.sql, roomId);
  if (room === undefined) return undefined;
  const [seats, timeline] = [
    await selectSeatViews(db.sql, [roomId]),
    await selectTimeline(db.sql, roomId, TIMELINE_MAX),
  ];
  const isSeated = seats.some(({ playerId }) => playerId === viewerId);
  const hasFreeSeat = seats.length < seatsTotal(room.player_count);
  return {
    ...summaryOf(room, seats),
    server_password: isOngoing(room) && isSeated ? room.serverPassword : null,
    isPlayedBySandbox: isActive(room.state) && hasSandboxServers(env),
    now: room.now,
    deadline: room.deadline,
    score: { team1: room.scoreTeam1, team2: room.scoreTeam2 },
    winner: room.winner,
    endReason: room.endReason,
    seedHash: room.seedHash,
    seed: room.seed,
    entropies: room.entropies,
    startingSide: room.startingSide,
    timeline,
    spectators: live.countWatchers(
      roomId,
      seats.map(({ playerId }) => playerId),
    ),
    canAddSandbox: env.platform === 'sandbox' && room.state === 'WAITING' && hasFreeSeat && room.rematchOf === null,
    rematch: await readRematch(db.sql, room),
    reservedFor: await readReserved(db.sql, room, seats),
  };
}
