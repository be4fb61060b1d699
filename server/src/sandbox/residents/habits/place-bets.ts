import { bet, fetchCurrentRound } from '#sandbox/player-actions/bet-actions.ts';
import type { Habit } from '../resident.ts';
import type { Situation } from '../situation.ts';

const AMOUNT = { min: 20, max: 400 };
const BETS_PER_ROUND_MAX = 3;
/** A later bet might miss the end of betting. */
const CLOSES_IN_MIN_MS = 1_500;
const COLOR_WEIGHTS = { red: 7, black: 7, green: 1 };

const canBet = ({ round }: Situation): boolean => round !== null && round.closesInMs > CLOSES_IN_MIN_MS;

export const placeBets: Habit = {
  name: 'place-bets',
  isMissing: (situation) => canBet(situation) && situation.round!.bets < (situation.isWarmUp ? 2 : 1),
  weight: (situation) => (canBet(situation) && situation.round!.bets < BETS_PER_ROUND_MAX ? 3 : 0),
  async run({ calls }, resident) {
    const round = await fetchCurrentRound(calls, resident);
    if (round?.state !== 'BETTING') return false;
    const { random } = resident;
    const amount = Math.round(random.integer(AMOUNT.min, AMOUNT.max) / 10) * 10;
    const choice = { playerBet: random.weighted(COLOR_WEIGHTS), amount, roundId: round.id };
    return (await bet(calls, resident, choice)) !== undefined;
  },
};
