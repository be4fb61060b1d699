import { pickGames } from '@karat/rules/games';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paginationQuery } from './pagination.ts';

/** The games that appear in the game history. Openings have their own lists. */
export const HISTORY_GAMES = pickGames({ roulette: true, case: false, duel: true });

/** A finished game from the view of its player. */
const playedGame = z.object({
  id: z.number(),
  date: z.iso.datetime(),
  game: z.enum(HISTORY_GAMES),
  /** Null for games without maps. */
  map: z.nullable(z.string()),
  /** Whether it paid more than it cost. */
  isWon: z.boolean(),
  amount: z.number(),
  payout: z.number(),
  /** The id of the round or the room. */
  reference: z.number(),
});
export type PlayedGame = z.output<typeof playedGame>;

export const getGameHistory = endpoint({
  method: 'GET',
  path: '/user/getGameHistory',
  summary: "The player's own finished games, newest first.",
  query: z.object(paginationQuery()),
  reply: listOf(playedGame),
});
