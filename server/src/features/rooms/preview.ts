import { fillPath } from '@karat/contract/endpoint';
import { pages } from '@karat/contract/pages';
import { potShares, seatsPerTeam, seatsTotal } from '@karat/rules/rooms';
import type { Sql } from '#db/db.ts';
import { diamondsText } from '#diamonds-text.ts';
import { nameInPreview, type Preview, PREVIEW_SIZE } from '#http/page-preview.ts';
import { type RoomDetails, selectRoom, selectSeatViews } from './view-queries.ts';

const ROOM_ID = /^[1-9]\d{0,9}$/;

/** The state of a room in one sentence. */
function stateText({ state, player_count: size, winner }: RoomDetails, seatsTaken: number): string {
  const total = seatsTotal(size);
  switch (state) {
    case 'WAITING':
      return seatsTaken < total ? `${seatsTaken} of ${total} seats taken. Join now.` : 'All seats are taken.';
    case 'MATCH_STARTING':
      return 'The match is starting.';
    case 'MATCH_ONGOING':
      return 'The match is being played. Watch it live.';
    case 'MATCH_FINISHED':
      return `Team ${winner === 'team1' ? 1 : 2} won.`;
    case 'MATCH_CANCELLED':
      return 'This room is closed.';
  }
}

/** What each winner gets of a full pot. */
function prizeText({ ticketPrice, player_count: size }: RoomDetails): string {
  if (ticketPrice === 0) return 'Free entry.';
  const { each } = potShares(ticketPrice * seatsTotal(size), seatsPerTeam(size));
  return `Entry fee ${diamondsText(ticketPrice)}, each winner gets ${diamondsText(each)}.`;
}

/** The preview of a room: what everyone who opens it sees. Undefined if there is no such room. */
export async function readRoomPreview(sql: Sql, roomId: string, origin: string): Promise<Preview | undefined> {
  const room = ROOM_ID.test(roomId) ? await selectRoom(sql, Number(roomId)) : undefined;
  if (room === undefined) return undefined;
  const seats = await selectSeatViews(sql, [room.id]);
  const isSandbox = seats.some(({ playerId, isSandbox: isProgram }) => playerId === room.ownerId && isProgram);
  const owner = nameInPreview(room.ownerName, isSandbox);
  return {
    title: `${room.player_count} duel on ${room.map} with ${owner}`,
    description: `${stateText(room, seats.length)} ${prizeText(room)}`,
    image: `${origin}/img/preview/${room.map}.jpg`,
    imageSize: PREVIEW_SIZE,
    url: origin + fillPath(pages.room, { roomId: room.id }),
  };
}
