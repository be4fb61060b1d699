import { joinRoom } from '#sandbox/player-actions/room-actions.ts';
import type { Habit } from '../resident.ts';
import type { Situation, WaitingRoom } from '../situation.ts';
import { isFull } from './open-rooms.ts';

/** People have this long to take a seat in the room of a person. */
const PEOPLE_FIRST_MS = 20_000;
const FEE_MAX = 5_000;

function isJoinable(room: WaitingRoom): boolean {
  const people = room.seats.filter(({ isSandbox }) => !isSandbox);
  if (people.length === 0 || room.isRematch || isFull(room) || room.ticketPrice > FEE_MAX) return false;
  return people.every(({ sinceMs }) => sinceMs >= PEOPLE_FIRST_MS);
}

const joinableRooms = ({ rooms }: Situation): readonly WaitingRoom[] => rooms.filter(isJoinable);

export const joinRooms: Habit = {
  name: 'join-rooms',
  isMissing: (situation) => joinableRooms(situation).length > 0,
  weight: () => 0,
  async run({ calls, situation }, resident) {
    const [room] = joinableRooms(situation);
    if (room === undefined || situation.seatedIds.includes(resident.id)) return false;
    return joinRoom(calls, resident, room.id);
  },
};
