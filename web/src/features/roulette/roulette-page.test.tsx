import type { CurrentRound, OwnStakes, Round } from '@karat/contract/roulette';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tell } from '#app/channel.ts';
import { useFlags } from '#app/modals.ts';
import { NO_STAKES } from '#app/round-state.ts';
import { useRoulette } from '#app/roulette-round.ts';
import { loadSession } from '#app/session.ts';
import { bettingRound, bettor, closedRound, drawnRound, pastRound, settledRound } from '#testing/roulette.ts';
import { demoPlayer, draw, refusal, stubServer } from '#testing/world.tsx';
import { useAmount } from './amount.ts';
import { usePlacing } from './place-bet.ts';
import { RoulettePage } from './roulette-page.tsx';

type Answers = Parameters<typeof stubServer>[0];

const CURRENT = 'GET /roulette/getCurrentRound';
const ROUNDS = 'GET /roulette/getRounds';
const BET = 'POST /roulette/placeBet';
const ME = demoPlayer.username;
const taken = { body: { data: {} } };

const pristine = { roulette: useRoulette.getInitialState(), placing: usePlacing.getInitialState() };

beforeEach(() => {
  useRoulette.setState(pristine.roulette, true);
  usePlacing.setState(pristine.placing, true);
  useAmount.setState({ text: '', last: undefined, isAskedFor: false }, true);
});
afterEach(() => vi.useRealTimers());

type World = { round?: CurrentRound | null; own?: OwnStakes; rounds?: Round[]; isSignedIn?: boolean };

/** Opens the page on a round, as a player with 1.500 diamonds unless it says a visitor. */
async function open(world: World = {}, answers: Answers = {}) {
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

const column = (name: string) => screen.findByRole('region', { name });
const button = (color: string) => screen.findByRole('button', { name: new RegExp(`^Bet on ${color}`) });
const field = () => screen.findByRole('textbox', { name: 'Bet amount' });
const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const hear = (round: CurrentRound) => act(() => tell('ROULETTE_ROUND', { round }));

test('a round shows its countdown, its colours with what they pay, its hash and the last results', async () => {
  await open();
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect(screen.getByText('20 s')).toBeTruthy();
  const [red, green, black] = [await column('Red'), await column('Green'), await column('Black')];
  expect([red, green, black].map((each) => within(each).getByRole('img').getAttribute('aria-label'))).toEqual([
    'Pays 2 times the bet',
    'Pays 14 times the bet',
    'Pays 2 times the bet',
  ]);
  // Green in the middle.
  expect(red.compareDocumentPosition(green) & green.compareDocumentPosition(black)).toBe(4);
  expect(screen.getByTitle('7'.repeat(64))).toBeTruthy();
  expect(screen.getByText('Returns 93,33 % on every colour')).toBeTruthy();
  expect(screen.getByText('House edge 6,67 %')).toBeTruthy();
  const last = await screen.findByRole('region', { name: 'Last results' });
  expect(await within(last).findByText('Last 2')).toBeTruthy();
  expect(within(last).getByRole('link', { name: 'Round 6: green 0' }).getAttribute('href')).toBe('/fair/round/6');
  expect(within(last).getByRole('link', { name: 'Round 5: black 9' }).getAttribute('href')).toBe('/fair/round/5');
  expect(screen.getByRole('link', { name: 'Proof of round 6' }).getAttribute('href')).toBe('/fair/round/6');
});

test('until the round is known its shape is there; one that cannot be had can be asked for again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = ['unreachable' as const];
  const { user } = await open(
    {},
    { [CURRENT]: () => answers.shift() ?? { body: { data: bettingRound(7), own: NO_STAKES } } },
  );
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  log.mockRestore();
});

test('before the first round the page says so, and begins by itself', async () => {
  await open({ round: null, rounds: [] });
  expect(await screen.findByText('The first round is being prepared.')).toBeTruthy();
  hear(bettingRound(1));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect(await screen.findByText('No round has ended yet.')).toBeTruthy();
});

test('a bet is sent once with a key and the round that was seen, and the own stake stands first', async () => {
  const answer = Promise.withResolvers<typeof taken>();
  const { user, bets } = await open(
    { round: bettingRound(7, { bettors: [bettor('ada', 'red', 900)] }) },
    { [BET]: () => answer.promise },
  );
  await user.type(await field(), '250');
  await user.dblClick(await button('red'));
  expect((await button('red')).getAttribute('aria-busy')).toBe('true');
  // The press is answered on the button; what is on the colour, the server says.
  expect(within(await column('Red')).queryByText('You')).toBeNull();
  await act(async () => answer.resolve(taken));
  const rows = within(await column('Red')).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['You250', 'ada900']);
  expect(bets()).toHaveLength(1);
  expect(bets()[0]!.body).toEqual({ playerBet: 'red', amount: 250, roundId: 7 });
  expect(bets()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(spoken()).toContain('250 diamonds placed on red.');
  expect(localStorage.getItem('roulette-last-bet')).toBe('250');
  // The same bet told of by the channel counts once.
  const totals = { ...bettingRound(7).totals, red: { amount: 1_150, bets: 2, players: 2 } };
  act(() => tell('ROULETTE_BET', { roundId: 7, bettors: [bettor(ME, 'red', 250)], totals }));
  expect(within(await column('Red')).getByText('2 players')).toBeTruthy();
  expect(within(await column('Red')).getByText('1.150 diamonds')).toBeTruthy();
  expect(within(await column('Red')).getAllByRole('listitem')).toHaveLength(2);
});

test('a press after a lost answer carries the same key; another amount or an answer means another bet', async () => {
  const answers = ['unreachable' as const, { status: 503, body: {} }, taken];
  const { user, bets } = await open({}, { [BET]: () => answers.shift() ?? taken });
  const press = async (count: number) => {
    await user.click(await button('black'));
    await waitFor(() => expect(bets()).toHaveLength(count));
    await waitFor(async () => expect((await button('black')).getAttribute('aria-busy')).toBeNull());
  };
  await user.type(await field(), '10');
  await press(1);
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await press(2);
  await press(3);
  await press(4);
  await user.type(await field(), '0');
  await press(5);
  const keys = bets().map(({ headers }) => headers['Idempotency-Key']);
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(3);
  expect(within(await column('Black')).getByText('120')).toBeTruthy();
});

test.each([
  ['betting_closed', 409, 'Betting is closed for this round.'],
  ['insufficient_balance', 409, 'Not enough diamonds.'],
  ['forbidden', 403, 'You are taking a break.'],
])('a bet refused as %s says why, and changes nothing', async (code, status, sentence) => {
  const { user } = await open({}, { [BET]: refusal(status, code, sentence) });
  await user.type(await field(), '10');
  await user.click(await button('green'));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(within(await column('Green')).getByText('No bets yet')).toBeTruthy();
  await waitFor(async () => expect((await button('green')).getAttribute('aria-busy')).toBeNull());
});

test.each(['limit_reached', 'on_break', 'self_excluded'])(
  'a bet refused as %s leads to the rules it broke',
  async (code) => {
    const { user } = await open({}, { [BET]: refusal(403, code, 'Not by your own rules.') });
    await user.type(await field(), '10');
    await user.click(await button('black'));
    expect((await screen.findByRole('link', { name: 'See your limits' })).getAttribute('href')).toBe('/safer-play');
  },
);

test('where the age has to be confirmed first, it can be done at once', async () => {
  const { user } = await open(
    {},
    {
      [BET]: refusal(403, 'age_unconfirmed', 'Please confirm your age first.'),
      'POST /user/confirmAge': { body: { message: 'ok' } },
    },
  );
  await user.type(await field(), '10');
  await user.click(await button('red'));
  await user.click(await screen.findByRole('button', { name: 'I am 18 or older' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I am 18 or older' })).toBeNull());
});

test('a visitor is asked to sign in, and nothing is sent', async () => {
  const { user, bets } = await open({ isSignedIn: false });
  await user.type(await field(), '10');
  await user.click(await button('red'));
  expect(useFlags.getState().isAuthOpen).toBe(true);
  expect(bets()).toEqual([]);
});

test('an amount that cannot be bet is explained at the field, which gets the focus', async () => {
  const { user, bets } = await open();
  const amount = await field();
  expect(amount.getAttribute('aria-invalid')).toBe('false');
  await user.click(await button('red'));
  expect(await screen.findByText('Enter an amount first.')).toBeTruthy();
  expect(document.activeElement).toBe(amount);
  expect(amount.getAttribute('aria-invalid')).toBe('true');
  await user.type(amount, '1,5');
  expect(screen.getByText('Bet must be a whole number.')).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '0');
  expect(screen.getByText('Bet at least 1 diamond.')).toBeTruthy();
  await user.clear(amount);
  await user.type(amount, '1501');
  expect(screen.getByText('That is more than you have.')).toBeTruthy();
  await user.type(amount, '00');
  expect(screen.getByText('At most 100.000 a bet.')).toBeTruthy();
  await user.click(await button('red'));
  await user.type(amount, '{Enter}');
  expect(bets()).toEqual([]);
});

test('the buttons beside the field change the amount, which is grouped while nobody writes', async () => {
  localStorage.setItem('roulette-last-bet', '75');
  useAmount.setState({ last: 75 });
  const { user } = await open();
  const amount = (await field()) as HTMLInputElement;
  const press = async (name: string, value: string) => {
    await user.click(screen.getByRole('button', { name }));
    expect(amount.value).toBe(value);
  };
  await press('+1.000', '1.000');
  await press('+100', '1.100');
  await press('+10', '1.110');
  await press('½: half the amount', '555');
  await press('×2: twice the amount', '1.110');
  await press('Max: 1.500', '1.500');
  await press('Last: 75', '75');
  await press('Clear', '');
  await user.type(amount, '1234');
  expect(amount.value).toBe('1234');
  await user.tab();
  expect(amount.value).toBe('1.234');
});

test('bets come in live, most first, and those who are not shown are counted', async () => {
  const many = Array.from({ length: 30 }, (_, at) => bettor(`p${at}`, 'black', 100 - at));
  await open({ round: bettingRound(7, { bettors: many }) });
  expect(within(await column('Black')).getAllByRole('listitem')).toHaveLength(30);
  const totals = { ...bettingRound(7).totals, black: { amount: 9_000, bets: 40, players: 33 } };
  act(() => tell('ROULETTE_BET', { roundId: 7, bettors: [bettor('ada', 'black', 5_000)], totals }));
  const black = within(await column('Black'));
  expect(black.getAllByRole('listitem')[0]!.textContent).toBe('ada5.000');
  expect(black.getByText('33 players')).toBeTruthy();
  expect(black.getByText('and 3 others')).toBeTruthy();
});

test('when time is up the buttons keep still, and nothing tells the number before the wheel stands', async () => {
  const round = bettingRound(7);
  const { user, bets } = await open({ round });
  await user.type(await field(), '10');
  hear(closedRound(round));
  expect(await screen.findByText('No more bets')).toBeTruthy();
  const red = await button('red');
  expect(red.getAttribute('aria-disabled')).toBe('true');
  red.focus();
  await user.keyboard('{Enter}');
  expect(bets()).toEqual([]);
  hear(drawnRound(round, 3));
  expect(await screen.findByText('Rolling…')).toBeTruthy();
  expect(spoken()).toContain('No more bets.');
  expect(screen.queryByText(/Red 3/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Round 7: red 3' })).toBeNull();
  expect((await column('Red')).dataset['outcome']).toBeUndefined();
  expect(document.activeElement).toBe(red);
});

test.each([
  ['wins', { red: 100, green: 5, black: 0 }, '+200', 'Red 3 wins. You are paid 200 diamonds.'],
  ['does not win', { red: 0, green: 5, black: 50 }, 'No win this time', 'Red 3 wins. No win this time.'],
])('who %s is told so once, when all are paid', async (_, own, shown, said) => {
  const round = bettingRound(7, { bettors: [bettor('ada', 'red', 40), bettor('bob', 'black', 60)] });
  await open({ round: drawnRound(round, 3, 6_990), own });
  expect(await screen.findByText('Red 3 wins')).toBeTruthy();
  // The wheel stands, but nobody has been paid yet.
  expect(spoken()).toContain('Red 3 wins.');
  hear(settledRound(round, 3));
  await waitFor(() => expect(spoken()).toContain(said));
  expect(screen.getAllByText(shown).length).toBeGreaterThan(0);
  expect((await column('Red')).dataset['outcome']).toBe('won');
  expect((await column('Black')).dataset['outcome']).toBe('lost');
  expect(within(await column('Red')).getByText('+80')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Round 7: red 3' })).toBeTruthy();
});

test.each([
  ['more', { red: 100, green: 0, black: 60 }, true],
  ['as much', { red: 100, green: 0, black: 100 }, false],
  ['less', { red: 100, green: 0, black: 300 }, false],
])('a round that pays %s than was staked is celebrated only as a gain', async (_, own, isGain) => {
  const round = bettingRound(7);
  await open({ round: drawnRound(round, 3, 6_990), own });
  hear(settledRound(round, 3));
  const [result] = await screen.findAllByText('+200');
  const told = result!.closest('p')!;
  expect(told.classList.contains('motion-win')).toBe(isGain);
  expect(result!.classList.contains('text-success')).toBe(isGain);
});

test('a late visitor finds the wheel on its way, and then on its number', async () => {
  const round = bettingRound(7);
  await open({ round: drawnRound(round, 3, 2_000) });
  expect(await screen.findByText('Rolling…')).toBeTruthy();
  const wheel = screen.getByRole('region', { name: 'Wheel' });
  expect(wheel.dataset['phase']).toBe('spinning');
  const stands = () => wheel.querySelector<HTMLElement>('[data-stands]')?.dataset['stands'];
  hear(settledRound(round, 3));
  await waitFor(() => expect(stands()).toBe('3'));
  hear(bettingRound(8));
  await screen.findByText('Betting is open');
  expect(stands()).toBe('3');
});

test('a round that was given back says so, and where', async () => {
  const round = bettingRound(7);
  await open({ round, own: { red: 10, green: 0, black: 0 } });
  await screen.findByText('Betting is open');
  hear({
    ...settledRound(round, 3),
    state: 'REFUNDED',
    seed: null,
    winnerNumber: null,
    winnerColor: null,
    drawnAt: null,
    refundReason: 'seed_lost',
  });
  expect(await screen.findByText('This round was refunded')).toBeTruthy();
  expect(spoken()).toContain('This round was refunded. Its number could not be drawn. Every stake went back.');
  expect(await screen.findByRole('link', { name: 'Round 7: refunded' })).toBeTruthy();
  expect(screen.queryByText('No win this time')).toBeNull();
});

test('when nothing is heard any more the page says that it waits, and goes on when it is', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open();
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(20_050));
  expect(await screen.findByText('No more bets')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(3_050));
  await waitFor(() => expect(spoken()).toContain('Waiting for the round…'));
  hear(bettingRound(8));
  expect(await screen.findByText('Betting is open')).toBeTruthy();
  expect((await button('red')).getAttribute('aria-disabled')).toBeNull();
});

test('sound can be switched off, for the cases too', async () => {
  const { user } = await open();
  const sound = await screen.findByRole('button', { name: 'Sound' });
  expect(sound.getAttribute('aria-pressed')).toBe('true');
  await user.click(sound);
  expect(sound.getAttribute('aria-pressed')).toBe('false');
  expect(localStorage.getItem('case-preferences')).toContain('"isMuted":true');
  await user.click(sound);
});
