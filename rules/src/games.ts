/**
 * Every game that takes stakes. Use `Record<Game, …>` wherever games are listed, so that the compiler reports a missing game.
 */
export const GAMES = ['roulette', 'case', 'duel'] as const;
export type Game = (typeof GAMES)[number];

/** Returns the games whose value is `true`, in the given order. Every game must be listed. */
export function pickGames<const Choice extends Readonly<Record<Game, boolean>>>(isIncluded: Choice) {
  type Included = { [Name in Game]: Choice[Name] extends true ? Name : never }[Game];
  return (Object.keys(isIncluded) as Game[]).filter((game): game is Included => isIncluded[game]);
}
