import type { CurrentRound, OwnStakes, Round } from '@karat/contract/roulette';
import { act, screen } from '@testing-library/react';
import { tell } from '#core/channel.ts';
import { loadSession } from '#core/session.ts';
import { useAmount } from '#features/roulette/amount.ts';
import { useBetPlacing } from '#features/roulette/place-bet.ts';
import { RoulettePage } from '#features/roulette/roulette-page.tsx';
import { useRoulette } from '#features/roulette/roulette.ts';
import { NO_STAKES } from '#features/roulette/round-state.ts';
import { bettingRound, pastRound } from './roulette.ts';
import { demoPlayer, draw, stubServer } from './world.tsx';

type Answers = Parameters<typeof stubServer>[0];

/** The call that the page is drawn from. */
export const CURRENT = 'GET /roulette/getCurrentRound';
const ROUNDS = 'GET /roulette/getRounds';

const pristine = { roulette: useRoulette.getInitialState(), placing: useBetPlacing.getInitialState() };

/** Nothing is left of the page before: no round, no bet on its way, no amount. */
export function forgetRoulette(): void {
  useRoulette.setState(pristine.roulette, true);
  useBetPlacing.setState(pristine.placing, true);
  useAmount.setState({ text: '', last: undefined, isRequired: false }, true);
}

type World = { round?: CurrentRound | null; own?: OwnStakes; rounds?: Round[]; isSignedIn?: boolean };

/** Opens the page on a round, as a player with 1.500 diamonds unless it says a visitor. */
export async function openRoulette(world: World = {}, answers: Answers = {}) {
  const { round = bettingRound(7), own = NO_STAKES, rounds = [pastRound(6, 0), pastRound(5, 9)] } = world;
  const sent = stubServer({
    'GET /auth/me': { body: { data: world.isSignedIn === false ? null : demoPlayer } },
    [CURRENT]: { body: { data: round, own } },
    [ROUNDS]: { body: { data: rounds, pagination: { totalResults: 2, resultsPerPage: 100, currentPage: 1 } } },
    ...answers,
  });
  await loadSession();
  const view = draw(<RoulettePage />);
  const bets = () => sent.filter(({ path }) => path === '/roulette/placeBet');
  return { ...view, bets };
}

export const column = (name: string) => screen.findByRole('region', { name });
export const betButton = (color: string) => screen.findByRole('button', { name: new RegExp(`^Bet on ${color}`) });
export const amountField = () => screen.findByRole('textbox', { name: 'Bet amount' });
export const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
/** The round as the live channel tells it. */
export const hearRound = (round: CurrentRound) => act(() => tell('ROULETTE_ROUND', { round }));
