import type { RoomPhase } from '@karat/contract/rooms';
import type { RoomState } from '@karat/rules/rooms';
import { plural } from '#i18n/plural.ts';

/** Texts of the staff pages in the default language and in English. */
export const mixedAdmin = {
  title: 'Rooms',
  failed: 'The rooms could not be loaded.',
  found: (count: number) => plural(count, { one: 'room', other: 'rooms' }),
  none: 'No rooms match.',
  noneHint: 'Active and ended rooms are listed here, newest first.',
  phase: 'State',
  phases: { active: 'Active', finished: 'Finished', cancelled: 'Cancelled' } satisfies Record<RoomPhase, string>,
  states: {
    WAITING: 'Waiting',
    MATCH_STARTING: 'Starting',
    MATCH_ONGOING: 'In progress',
    MATCH_FINISHED: 'Finished',
    MATCH_CANCELLED: 'Cancelled',
  } satisfies Record<RoomState, string>,
  room: 'Room',
  players: 'Players',
  map: 'Map',
  price: 'Entry fee',
  created: 'Created',
};

export type AdminCatalogue = typeof mixedAdmin;
