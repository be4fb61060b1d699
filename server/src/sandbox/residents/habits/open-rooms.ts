import { LOCATIONS, MAPS, seatsTotal } from '@karat/rules/rooms';
import { leaveRoom, openRoom, setReady } from '#sandbox/player-actions/room-actions.ts';
import type { Habit, Response } from '../resident.ts';
import type { Situation, WaitingRoom } from '../situation.ts';

/** A newcomer always finds a free room and one with a small fee. */
const FEES_OFFERED = [0, 250];
const FEES = [0, 100, 250, 500, 1_000];
const ROOMS_MAX = 4;
const READY_AFTER_MS = { min: 2_000, max: 6_000 };
/** A room that no person joins is closed after this long, and another is opened. */
const LEAVE_AFTER_MS = 6 * 60_000;

export const isFull = ({ seats, playerCount }: WaitingRoom): boolean => seats.length === seatsTotal(playerCount);
const hasPerson = ({ seats }: WaitingRoom): boolean => seats.some(({ isSandbox }) => !isSandbox);

/** Rooms of residents that wait for a person. */
const openRoomsOf = ({ rooms }: Situation): readonly WaitingRoom[] =>
  rooms.filter((room) => !isFull(room) && !hasPerson(room) && room.seats.some(({ isResident }) => isResident));

function missingFee(situation: Situation): number | undefined {
  const offered = openRoomsOf(situation);
  return FEES_OFFERED.find((fee) => !offered.some(({ ticketPrice }) => ticketPrice === fee));
}

/** Between two and six seconds, always the same for one room. */
function readyAfterMs(roomId: number): number {
  const { min, max } = READY_AFTER_MS;
  return min + ((roomId * 1_009) % (max - min + 1));
}

/** In a full room every resident gets ready; an unused room is left. */
function responsesIn(room: WaitingRoom): Response[] {
  const residents = room.seats.filter(({ isResident }) => isResident);
  if (isFull(room)) {
    const sinceFullMs = Math.min(...room.seats.map(({ sinceMs }) => sinceMs));
    if (sinceFullMs < readyAfterMs(room.id)) return [];
    return residents
      .filter(({ isReady }) => !isReady)
      .map(({ playerId }) => ({
        residentId: playerId,
        run: ({ calls }, resident) => setReady(calls, resident, { roomId: room.id, isReady: true }),
      }));
  }
  if (hasPerson(room) || room.sinceMs < LEAVE_AFTER_MS) return [];
  return residents.map(({ playerId }) => ({
    residentId: playerId,
    run: ({ calls }, resident) => leaveRoom(calls, resident, room.id),
  }));
}

export const openRooms: Habit = {
  name: 'open-rooms',
  isMissing: (situation) => missingFee(situation) !== undefined,
  weight: (situation) => (openRoomsOf(situation).length < ROOMS_MAX ? 0.5 : 0),
  async run({ calls, situation }, resident) {
    // Opening a second room would close the first.
    if (situation.seatedIds.includes(resident.id)) return false;
    const { random } = resident;
    const missing = missingFee(situation);
    const settings = {
      map: random.oneOf(MAPS),
      player_count: missing !== undefined || random.happens(0.8) ? ('1v1' as const) : ('2v2' as const),
      server_location: random.oneOf(LOCATIONS),
      ticketPrice: missing ?? random.oneOf(FEES),
    };
    return (await openRoom(calls, resident, settings)) !== undefined;
  },
  respond: ({ rooms }) => rooms.flatMap(responsesIn),
};
