import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { playerName } from './player-name.ts';
import { validDatabaseText } from './text.ts';
import { USER_SEARCH_LENGTH_MAX } from './users.ts';

/** What the search of staff finds. */
export const SEARCH_KINDS = [
  'player',
  'opening',
  'round',
  'room',
  'listing',
  'ticket',
  'transaction',
  'trade',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

const hit = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.number(),
  /** What it is about: an e-mail address, an item, a map, a subject; empty if there is nothing to say. */
  title: z.string(),
  /** A state or type of the thing, such as `OPEN`; null if it has none. */
  state: z.nullable(z.string()),
  /** The player, seller or owner; null for rounds. */
  player: z.nullable(z.object({ id: z.number(), ...playerName })),
});
export type SearchHit = z.output<typeof hit>;

/** The most players that one search finds. */
export const PLAYERS_FOUND_MAX = 8;

export const searchAll = endpoint({
  method: 'GET',
  path: '/admin/search',
  summary:
    'Players by a part of name or e-mail, by id or Steam id, and things by reference: `open:61`, `listing 7`, `room 3`, a number. Only what the role may see.',
  query: z.object({
    text: z
      .string('Search text is too long')
      .check(z.trim(), z.maxLength(USER_SEARCH_LENGTH_MAX, 'Search text is too long'), validDatabaseText),
  }),
  reply: z.object({ data: z.array(hit) }),
});
