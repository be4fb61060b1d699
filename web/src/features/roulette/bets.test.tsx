import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { amountField, betButton, column, resetRoulette, openRoulette, statusTexts } from '#testing/roulette-page.tsx';
import { bettingRound, bettor } from '#testing/roulette.ts';
import { demoPlayer, refusal } from '#testing/test-utils.tsx';
import { useAmount } from './amount.ts';

const BET = 'POST /roulette/placeBet';
const ME = demoPlayer.username;
const taken = { body: { data: {} } };

beforeEach(resetRoulette);

test('sends a bet once with a key and its round, and lists the own stake first', async () => {
  const answer = Promise.withResolvers<typeof taken>();
  const { user, bets } = await openRoulette(
    { round: bettingRound(7, { bettors: [bettor('ada', 'red', 900)] }) },
    { [BET]: () => answer.promise },
  );
  await user.type(await amountField(), '250');
  await user.dblClick(await betButton('red'));
  expect((await betButton('red')).getAttribute('aria-busy')).toBe('true');
  // The button shows the press at once; the stake waits for the server.
  expect(within(await column('Red')).queryByText('You')).toBeNull();
  await act(async () => answer.resolve(taken));
  const rows = within(await column('Red')).getAllByRole('listitem');
  await waitFor(() => expect(rows.map(({ textContent }) => textContent)).toEqual(['You250', 'ada900']));
  expect(bets()).toHaveLength(1);
  expect(bets()[0]!.body).toEqual({ playerBet: 'red', amount: 250, roundId: 7 });
  expect(bets()[0]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
  expect(statusTexts()).toContain('250 diamonds placed on red.');
  expect(localStorage.getItem('roulette-last-bet')).toBe('250');
  // The event for the same bet does not count again.
  const totals = { ...bettingRound(7).totals, red: { amount: 1_150, bets: 2, players: 2 } };
  act(() => dispatch('ROULETTE_BET', { roundId: 7, bettors: [bettor(ME, 'red', 250)], totals }));
  expect(within(await column('Red')).getByText('2 players')).toBeTruthy();
  expect(within(await column('Red')).getByText('1.150 diamonds')).toBeTruthy();
  expect(within(await column('Red')).getAllByRole('listitem')).toHaveLength(2);
});

test('repeats the key after a lost response, but not for another amount or after a response', async () => {
  const answers = ['unreachable' as const, { status: 503, body: {} }, taken];
  const { user, bets } = await openRoulette({}, { [BET]: () => answers.shift() ?? taken });
  const press = async (count: number) => {
    await user.click(await betButton('black'));
    await waitFor(() => expect(bets()).toHaveLength(count));
    await waitFor(async () => expect((await betButton('black')).getAttribute('aria-busy')).toBeNull());
  };
  await user.type(await amountField(), '10');
  await press(1);
  expect(await screen.findByText('Network error. Please try again later.')).toBeTruthy();
  await press(2);
  await press(3);
  await press(4);
  await user.type(await amountField(), '0');
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
])('says why a bet was refused as %s, and changes nothing', async (code, status, sentence) => {
  const { user } = await openRoulette({}, { [BET]: refusal(status, code, sentence) });
  await user.type(await amountField(), '10');
  await user.click(await betButton('green'));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(within(await column('Green')).getByText('No bets yet')).toBeTruthy();
  await waitFor(async () => expect((await betButton('green')).getAttribute('aria-busy')).toBeNull());
});

test.each(['limit_reached', 'on_break', 'self_excluded'])(
  'links a bet refused as %s to the limit it broke',
  async (code) => {
    const { user } = await openRoulette({}, { [BET]: refusal(403, code, 'Not by your own rules.') });
    await user.type(await amountField(), '10');
    await user.click(await betButton('black'));
    expect((await screen.findByRole('link', { name: 'See your limits' })).getAttribute('href')).toBe('/safer-play');
  },
);

test('lets the player confirm the age immediately where it is required', async () => {
  const { user } = await openRoulette(
    {},
    {
      [BET]: refusal(403, 'age_unconfirmed', 'Please confirm your age first.'),
      'POST /user/confirmAge': { body: { message: 'ok' } },
    },
  );
  await user.type(await amountField(), '10');
  await user.click(await betButton('red'));
  await user.click(await screen.findByRole('button', { name: 'I am 18 or older' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'I am 18 or older' })).toBeNull());
});

test('asks a visitor to sign in and sends nothing', async () => {
  const { user, bets } = await openRoulette({ isSignedIn: false });
  await user.type(await amountField(), '10');
  await user.click(await betButton('red'));
  expect(useModals.getState().isAuthOpen).toBe(true);
  expect(bets()).toEqual([]);
});

test('explains an invalid amount at the field, which gets the focus', async () => {
  const { user, bets } = await openRoulette();
  const amount = await amountField();
  expect(amount.getAttribute('aria-invalid')).toBe('false');
  await user.click(await betButton('red'));
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
  expect(screen.getByText('That is more than your balance.')).toBeTruthy();
  await user.type(amount, '00');
  expect(screen.getByText('At most 100.000 per bet.')).toBeTruthy();
  await user.click(await betButton('red'));
  await user.type(amount, '{Enter}');
  expect(bets()).toEqual([]);
});

test('says on each button what the entered amount would pay, once it can be bet', async () => {
  const { user } = await openRoulette();
  const amount = await amountField();
  const buttons = async () =>
    Promise.all(['red', 'green', 'black'].map(async (color) => (await betButton(color)).textContent));
  expect(await buttons()).toEqual(['Bet on red×2', 'Bet on green×14', 'Bet on black×2']);
  await user.type(amount, '1200');
  expect(await buttons()).toEqual(['Bet on red×2Pays 2.400', 'Bet on green×14Pays 16.800', 'Bet on black×2Pays 2.400']);
  // More than the balance.
  await user.type(amount, '0');
  expect(await buttons()).toEqual(['Bet on red×2', 'Bet on green×14', 'Bet on black×2']);
});

test('changes the amount with the buttons, and groups it while the field has no focus', async () => {
  localStorage.setItem('roulette-last-bet', '75');
  useAmount.setState({ last: 75 });
  const { user } = await openRoulette();
  const amount = (await amountField()) as HTMLInputElement;
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
  await press('Last bet: 75', '75');
  await press('Clear', '');
  await user.type(amount, '1234');
  expect(amount.value).toBe('1234');
  await user.tab();
  expect(amount.value).toBe('1.234');
});
