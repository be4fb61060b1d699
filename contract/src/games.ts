import { gamesWhere } from '@karat/rules/games';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { listOf, paging } from './pagination.ts';

/** The games that have a row of the game history when they are over. Openings have lists of their own. */
export const HISTORY_GAMES = gamesWhere({ roulette: true, case: false, duel: true });

/** A game that is over, as the player who was in it reads it. */
const playedGame = z.object({
  id: z.number(),
  date: z.iso.datetime(),
  game: z.enum(HISTORY_GAMES),
  /** Where it was played; null where a game has no map. */
  map: z.nullable(z.string()),
  /** It paid more than it cost. */
  isWon: z.boolean(),
  amount: z.number(),
  payout: z.number(),
  /** Of the round or of the room. */
  reference: z.number(),
});
export type PlayedGame = z.output<typeof playedGame>;

export const getGameHistory = endpoint({
  method: 'GET',
  path: '/user/getGameHistory',
  summary: "The player's own finished games, newest first.",
  query: z.object(paging()),
  reply: listOf(playedGame),
});
