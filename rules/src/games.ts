/**
 * Every game that takes stakes. Code that lists games is a `Record<Game, …>` or a test that loops over this list, so that a new
 * game cannot be left out anywhere.
 */
export const GAMES = ['roulette', 'case', 'duel'] as const;
export type Game = (typeof GAMES)[number];

/** The games that are marked `true`, in the given order. Every game must be listed. */
export function gamesWhere<const Marks extends Readonly<Record<Game, boolean>>>(marks: Marks) {
  type Marked = { [Name in Game]: Marks[Name] extends true ? Name : never }[Game];
  return (Object.keys(marks) as Game[]).filter((game): game is Marked => marks[game]);
}
