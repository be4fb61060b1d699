import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { setPreference } from '#core/preferences.ts';
import { loadSession } from '#core/session.ts';
import { exampleCase, reward, visit } from '#testing/cases.tsx';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { readStoredOpening } from './stored-opening.ts';
import { useOpening } from './opening.ts';

type Answers = Parameters<typeof stubServer>[0];

const OPEN = 'GET /case/openCase/Hive';
const SELL = 'POST /user/quickSellItems';
const noRolls = { body: { data: [], pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 } } };

/** Opens `count` cases at once and skips the spin. */
async function request(answers: Answers, count = 1) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, balance: 10_000 } } },
    'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    ...answers,
  });
  await loadSession();
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await screen.findByRole('heading', { name: 'Case: Hive' });
  if (count > 1) await user.click(screen.getByRole('radio', { name: `${count} at once` }));
  await user.click(screen.getByRole('button', { name: /^Open/ }));
  const sold = () => requests.filter(({ path }) => path.startsWith('/user/quickSell'));
  return { user, sold };
}

async function win(ids: readonly number[], answers: Answers = {}) {
  const rewards = ids.map((id) => reward(id, 2));
  const pressed = await request({ [OPEN]: { body: { reward: rewards[0], rewards } }, ...answers }, ids.length);
  await waitFor(() => expect(useOpening.getState().phase).toBe('settling'));
  await act(() => vi.advanceTimersByTimeAsync(800));
  return pressed;
}

const stage = () => screen.getByRole('region', { name: 'Opening' });

beforeAll(() => connectSocket());
beforeEach(() => {
  fakeSocket.simulateDisconnect();
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: true, isMuted: true });
});
afterEach(() => vi.useRealTimers());

test('says that a single item is in the inventory until it is sold, then moves the focus to the stage', async () => {
  const { user } = await win([41], { 'GET /user/quickSellItem/41': { body: { message: 'ok', price: 1_800 } } });
  expect(screen.getByRole('link', { name: 'View in inventory' }).getAttribute('href')).toBe('/inventory');
  expect(screen.queryByRole('button', { name: /^Sell all/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /Quick Sell/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'View in inventory' })).toBeNull());
  expect(document.activeElement).toBe(stage());
});

test('shares the page of a single prize', async () => {
  const { user } = await win([41], { 'GET /fair/getRoll/41': { body: { data: { handle: 'handle-of-roll-41' } } } });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(within(stage()).getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(copied).toHaveBeenCalledWith(expect.stringMatching(/\/share\/drop\/handle-of-roll-41$/)));
});

test('sells several prizes after a confirmation that names the sum, and keeps the focus on the stage', async () => {
  const { user, sold } = await win([41, 42, 43], {
    'GET /user/quickSellItem/41': { body: { message: 'ok', price: 1_800 } },
    [SELL]: { body: { message: 'ok', soldIds: [42, 43], price: 3_600 } },
  });
  expect(screen.getByRole('link', { name: 'View in inventory' })).toBeTruthy();
  await user.click(screen.getAllByRole('button', { name: /Quick Sell/ })[0]!);
  await user.click(await screen.findByRole('button', { name: 'Sell all · 3.600' }));
  const question = within(await screen.findByRole('dialog', { name: 'Sell 2 items?' }));
  expect(sold()).toHaveLength(1);
  await user.dblClick(question.getByRole('button', { name: 'Sell for 3.600' }));
  expect(await screen.findByText('2 items sold for 3.600')).toBeTruthy();
  expect(sold().map(({ body }) => body)).toEqual([undefined, { itemIds: [42, 43] }]);
  expect(screen.getAllByRole('button', { name: 'Item Sold!' })).toHaveLength(3);
  expect(screen.getByRole('button', { name: 'Sold for 5.400' })).toHaveProperty('disabled', true);
  await waitFor(() => expect(document.activeElement).toBe(stage()));
});

test('shows why a sale of all was refused and marks nothing as sold', async () => {
  const { user } = await win([41, 42], { [SELL]: refusal(503, 'ledger_halted', 'Payments are halted.') });
  await user.click(screen.getByRole('button', { name: 'Sell all · 3.600' }));
  await user.click(await screen.findByRole('button', { name: 'Sell for 3.600' }));
  expect(await screen.findByText('Payments are halted.')).toBeTruthy();
  expect(useOpening.getState()).toMatchObject({ phase: 'revealed', soldIds: new Set() });
});

test('shows several results with what they cost and what they sell for', async () => {
  await win([41, 42, 43]);
  const shown = within(stage());
  expect(shown.getByText('3 items')).toBeTruthy();
  expect(shown.getByText('Paid').closest('div')!.textContent).toContain('3.000');
  expect(shown.getByText('Quick Sell value').closest('div')!.textContent).toContain('5.400');
  expect(shown.getAllByRole('listitem')).toHaveLength(3);
});

test('lowers the value and the sum by what was sold, and says in the end what the items sold for', async () => {
  const { user } = await win([41, 42], {
    'GET /user/quickSellItem/41': { body: { message: 'ok', price: 1_800 } },
    'GET /user/quickSellItem/42': { body: { message: 'ok', price: 1_800 } },
  });
  const shown = within(stage());
  const figure = (label: string) => shown.getByText(label, { selector: 'dt' }).closest('div')!.textContent;
  await user.click(shown.getAllByRole('button', { name: /Quick Sell/ })[0]!);
  expect(await screen.findByRole('button', { name: 'Sell all · 1.800' })).toBeTruthy();
  expect(figure('Quick Sell value')).toContain('1.800');
  await user.click(shown.getByRole('button', { name: /Quick Sell/ }));
  expect(await screen.findByRole('button', { name: 'Sold for 3.600' })).toHaveProperty('disabled', true);
  expect(figure('Sold')).toContain('3.600');
  expect(figure('Paid')).toContain('2.000');
});

test('opens the same number again for the same price', async () => {
  const { user } = await win([41, 42]);
  const requestedAt = useOpening.getState();
  await user.click(screen.getByRole('button', { name: /^Open again\s?2\.000$/ }));
  await waitFor(() => expect(useOpening.getState()).not.toBe(requestedAt));
  expect(useOpening.getState()).toMatchObject({ request: { count: 2 } });
});

test('neither sells nor opens by a key that is pressed right after the result or held down', async () => {
  const { user, sold } = await win([41], { 'GET /user/quickSellItem/41': { body: { message: 'ok', price: 1_800 } } });
  const sell = screen.getByRole('button', { name: /Quick Sell/ });
  expect(document.activeElement).toBe(sell);
  await user.keyboard('{Enter}{Tab}{Enter}');
  expect([sold(), useOpening.getState().phase]).toEqual([[], 'revealed']);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  // A key that is held down repeats its event.
  expect(fireEvent.keyDown(sell, { key: 'Enter', repeat: true })).toBe(false);
  act(() => sell.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sold()).toHaveLength(1));
});

test('returns from the result to the crate, where the number can be changed', async () => {
  const { user } = await win([41, 42]);
  expect(screen.queryByRole('radio', { name: '1 at once' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to the case' }));
  await user.click(screen.getByRole('radio', { name: '1 at once' }));
  expect(screen.getByRole('button', { name: /^Open\s?1\.000$/ })).toBeTruthy();
});

test('returns from the result to the crate by Escape, but not while it is held down or the player is typing', async () => {
  const { user } = await win([41]);
  const isRevealed = () => useOpening.getState().phase === 'revealed';
  fireEvent.keyDown(document.body, { key: 'Escape', repeat: true });
  const field = document.body.appendChild(document.createElement('input'));
  fireEvent.keyDown(field, { key: 'Escape' });
  field.remove();
  expect(isRevealed()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isRevealed()).toBe(false);
  expect(document.activeElement).toBe(stage());
});

test('says that the outcome is unknown after a lost response, and looks it up after a reconnect', async () => {
  let isBack = false;
  await request({ [OPEN]: 'unreachable', 'GET /fair/getRolls': () => (isBack ? noRolls : 'unreachable') });
  expect(await screen.findByText(/^We do not know yet whether your case was opened/)).toBeTruthy();
  expect(readStoredOpening()).toBeDefined();
  isBack = true;
  act(() => fakeSocket.simulateConnect());
  await act(() => vi.advanceTimersByTimeAsync(1_600));
  expect(await screen.findByText(/^The case was not opened, and you paid nothing/)).toBeTruthy();
  expect(screen.queryByText(/^We do not know yet/)).toBeNull();
  expect(readStoredOpening()).toBeUndefined();
});

test('says what the return is based on, and that the strip does not show the odds', async () => {
  const { user } = await win([41]);
  await user.click(screen.getByRole('button', { name: /^Provably fair/ }));
  expect(
    screen.getByText(/^Returns are based on Quick Sell prices.*the drop rates alone decide what you win\.$/),
  ).toBeTruthy();
});
