import { type Bet, type CurrentRound, getCurrentRound, placeBet } from '@karat/contract/roulette';
import type { Color } from '@karat/rules/roulette';
import type { Calls, ProgramPlayer } from './calls.ts';

export async function fetchCurrentRound(calls: Calls, player: ProgramPlayer): Promise<CurrentRound | undefined> {
  const currentRound = await calls.call(player, getCurrentRound);
  return currentRound.isDone ? (currentRound.reply.data ?? undefined) : undefined;
}

/** With a `roundId`, a late bet is refused and not placed in the next round. */
export type BetChoice = { readonly playerBet: Color; readonly amount: number; readonly roundId?: number };

export async function bet(calls: Calls, player: ProgramPlayer, body: BetChoice): Promise<Bet | undefined> {
  const placed = await calls.call(player, placeBet, { body }, { key: player.newKey() });
  return placed.isDone ? placed.reply.data : undefined;
}
