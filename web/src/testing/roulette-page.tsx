import type { CurrentRound, OwnStakes, Round } from '@karat/contract/roulette';
import { act, screen } from '@testing-library/react';
import { dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { useAmount } from '#features/roulette/amount.ts';
import { useBetPlacing } from '#features/roulette/place-bet.ts';
import { RoulettePage } from '#features/roulette/roulette-page.tsx';
import { useRoulette } from '#features/roulette/roulette.ts';
import { NO_STAKES } from '#features/roulette/round-state.ts';
import { bettingRound, pastRound } from './roulette.ts';
import { demoPlayer, renderInApp, stubServer } from './test-utils.tsx';

type Answers = Parameters<typeof stubServer>[0];

/** The call that the page makes. */
export const CURRENT_ROUND_CALL = 'GET /roulette/getCurrentRound';
const ROUNDS = 'GET /roulette/getRounds';

const initialStates = { roulette: useRoulette.getInitialState(), placing: useBetPlacing.getInitialState() };

/** Resets the stores of the page: round, pending bets, amount. */
export function resetRoulette(): void {
  useRoulette.setState(initialStates.roulette, true);
  useBetPlacing.setState(initialStates.placing, true);
  useAmount.setState({ text: '', last: undefined, isRequired: false }, true);
}

type RouletteSetup = { round?: CurrentRound | null; ownStakes?: OwnStakes; rounds?: Round[]; isSignedIn?: boolean };

/** Opens the page during a round, as a player with 1.500 diamonds, or as a visitor with `isSignedIn: false`. */
export async function openRoulette(setup: RouletteSetup = {}, answers: Answers = {}) {
  const { round = bettingRound(7), ownStakes = NO_STAKES, rounds = [pastRound(6, 0), pastRound(5, 9)] } = setup;
  const requests = stubServer({
    'GET /auth/me': { body: { data: setup.isSignedIn === false ? null : demoPlayer } },
    [CURRENT_ROUND_CALL]: { body: { data: round, own: ownStakes } },
    [ROUNDS]: { body: { data: rounds, pagination: { totalResults: 2, resultsPerPage: 100, currentPage: 1 } } },
    ...answers,
  });
  await loadSession();
  const view = renderInApp(<RoulettePage />);
  const bets = () => requests.filter(({ path }) => path === '/roulette/placeBet');
  return { ...view, bets };
}

export const column = (name: string) => screen.findByRole('region', { name });
export const betButton = (color: string) => screen.findByRole('button', { name: new RegExp(`^Bet on ${color}`) });
export const amountField = () => screen.findByRole('textbox', { name: 'Bet amount' });
export const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
/** Receives a ROULETTE_ROUND event. */
export const receiveRound = (round: CurrentRound) => act(() => dispatch('ROULETTE_ROUND', { round }));
