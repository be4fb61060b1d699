import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { setPreference } from '#core/preferences.ts';
import { useReveals } from '#core/reveals.ts';
import { loadSession } from '#core/session.ts';
import { useInventory } from '#features/inventory/inventory.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { exampleCase, drop, item, reward, visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { CasePage } from './case-page.tsx';
import { storeOpening, readStoredOpening } from './stored-opening.ts';
import { useOpening } from './opening.ts';

type Answers = Parameters<typeof stubServer>[0];

const OPEN = 'GET /case/openCase/Hive';
const KEY_FORMAT = /^[0-9a-f]{32}$/;
const FAILED = 'Something went wrong while opening case.';

const quiet: Answers = {
  'GET /auth/me': { body: { data: { ...demoPlayer, balance: 10_000 } } },
  'GET /user/getCaseByName/Hive': { body: { data: exampleCase } },
  'GET /case/getLatestDrops': { body: { data: [] } },
};

async function open(answers: Answers = {}, { isSignedIn = true } = {}) {
  const visitor = { 'GET /auth/me': { body: { data: null } } };
  const requests = stubServer({ ...quiet, ...(!isSignedIn && visitor), ...answers });
  await loadSession();
  const view = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await screen.findByRole('heading', { name: 'Case: Hive' });
  const requestsTo = (path: string) => requests.filter((each) => each.path.startsWith(path));
  return { ...view, requests, requestsTo };
}

const openButton = () => screen.getByRole('button', { name: /^Open/ });
const phase = () => useOpening.getState().phase;
/** The start time of each phase, by the fake clock, which also advances by itself while a slow machine works. */
function phaseTimes(): Readonly<Record<string, number>> {
  const startTimes: Record<string, number> = {};
  onTestFinished(useOpening.subscribe(({ phase: now }) => void (startTimes[now] ??= Date.now())));
  return startTimes;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  useOpening.setState({ phase: 'idle' }, true);
  setPreference({ isFast: false, isMuted: true });
});
afterEach(() => vi.useRealTimers());

test('shows price, edges, hash and items with their drop rates', async () => {
  const { user } = await open();
  expect(openButton().textContent).toBe('Open1.000');
  expect(screen.queryByText(/when sold back/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Provably fair · house edge 7,5\s%$/, expanded: false }));
  expect(screen.getByText('House edge 7,5 % when sold back, -2,78 % when withdrawn')).toBeTruthy();
  expect(screen.getByText('Returns 92,5 %')).toBeTruthy();
  expect(screen.getByTitle(exampleCase.hash)).toBeTruthy();
  const cards = await within(screen.getByRole('region', { name: 'This case includes' })).findAllByRole('article');
  expect(cards).toHaveLength(4);
  expect(within(cards[0]!).getByRole('link', { name: 'AK-47 | Skin 1' })).toBeTruthy();
  expect(within(cards[0]!).getByText('7,25 %')).toBeTruthy();
  expect(cards[0]!.textContent).toContain('Factory New, Classified');
});

test('writes the percent sign before edges, return and drop rates in Turkish', async () => {
  await setLanguage('tr');
  onTestFinished(() => act(() => setLanguage('mixed')));
  stubServer(quiet);
  const { user } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  await user.click(await screen.findByRole('button', { name: 'Kanıtlanabilir adillik · site avantajı %7,5' }));
  expect(await screen.findByText('Site avantajı geri satışta %7,5, çekimde -%2,78')).toBeTruthy();
  expect(screen.getByText('Geri dönüş %92,5')).toBeTruthy();
  const cards = await within(screen.getByRole('region', { name: 'Bu kasanın içindekiler' })).findAllByRole('article');
  expect(within(cards[0]!).getByText('%7,25')).toBeTruthy();
});

test('shows each item with its picture and the colour of its rarity', async () => {
  const items = [item(1, { skinRarity: 'Covert' }), item(2, { skinRarity: 'Consumer Grade' })];
  await open({ 'GET /user/getCaseByName/Hive': { body: { data: { ...exampleCase, items, contains: items } } } });
  const cards = await within(screen.getByRole('region', { name: 'This case includes' })).findAllByRole('article');
  expect(cards.map((card) => card.querySelector('img')?.getAttribute('src'))).toEqual(items.map(({ image }) => image));
  expect(cards.map(({ style }) => style.getPropertyValue('--r'))).toEqual(['var(--color-r6)', 'var(--color-r1)']);
});

test('shows a spinner while the case loads', async () => {
  stubServer({ ...quiet, 'GET /user/getCaseByName/Hive': () => new Promise(() => undefined) });
  const { container } = visit('/case/:caseName', <CasePage />, '/case/Hive');
  expect(screen.getByText('Loading...').closest('[role=status]')).not.toBeNull();
  await pass(1_000);
  expect(container.querySelector('[role=status] .motion-spinner')).not.toBeNull();
});

test('says that a case does not exist and links back to the others', async () => {
  stubServer({ ...quiet, 'GET /user/getCaseByName/Hive': refusal(404, 'not_found', 'Case not found.') });
  visit('/case/:caseName', <CasePage />, '/case/Hive');
  expect(await screen.findByText('This case does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go back to cases' }).getAttribute('href')).toBe('/cases');
});

test('links back to the cases above the heading', async () => {
  await open();
  const link = screen.getByRole('link', { name: 'Go back to cases' });
  expect(link.getAttribute('href')).toBe('/cases');
  const heading = screen.getByRole('heading', { name: 'Case: Hive' });
  expect(link.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('asks a visitor to sign in and sends nothing', async () => {
  const { user, requestsTo } = await open({}, { isSignedIn: false });
  await user.click(openButton());
  expect(await screen.findByText('You have to be sign in order to open case')).toBeTruthy();
  expect(useModals.getState().isAuthOpen).toBe(true);
  expect(requestsTo('/case/openCase')).toEqual([]);
});

test('sends one request for a double click, with a key, entropy and the case version', async () => {
  const { user, requestsTo } = await open({ [OPEN]: { body: { reward: reward(41) } } });
  await user.dblClick(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  await user.click(screen.getByRole('button', { name: 'Opening...' }));
  const [request, ...others] = requestsTo('/case/openCase');
  expect(others).toEqual([]);
  expect(request!.path).toBe(`/case/openCase/Hive?count=1&hash=${exampleCase.hash}`);
  expect(request!.headers['Idempotency-Key']).toMatch(KEY_FORMAT);
  expect(request!.headers['X-Client-Entropy']).toMatch(KEY_FORMAT);
});

test('shows the item after 7000 and 750 ms and sells it once', async () => {
  const { user, requestsTo } = await open({
    [OPEN]: { body: { reward: reward(41) } },
    'GET /user/quickSellItem/41': { body: { message: 'ok', price: 1_800.9 } },
  });
  const startTimes = phaseTimes();
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  expect(screen.queryByRole('button', { name: /Quick Sell/ })).toBeNull();
  await pass(7_800);
  expect(startTimes['settling']! - startTimes['spinning']!).toBe(7_000);
  expect(startTimes['revealed']! - startTimes['settling']!).toBe(750);
  expect(screen.getByText('You won AK-47 | Skin 2 (Factory New).').role).toBe('status');
  const sell = screen.getByRole('button', { name: /Quick Sell/ });
  // The key that opened the case sells nothing when pressed again.
  expect(document.activeElement).toBe(sell);
  await user.keyboard('{Enter}');
  expect(requestsTo('/user/quickSellItem')).toEqual([]);
  expect(screen.getByRole('link', { name: 'Proof of this roll' }).getAttribute('href')).toBe('/fair/roll/41');
  await user.dblClick(sell);
  expect(await screen.findByText('AK-47 | Skin 2 (Factory New) sold for 1.800')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Item Sold!' })).toHaveProperty('disabled', true);
  expect(requestsTo('/user/quickSellItem')).toHaveLength(1);
});

test('reveals nothing about the item before its animation has ended', async () => {
  const { user } = await open({ [OPEN]: { body: { reward: reward(41) } } });
  const { version } = useInventory.getState();
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  act(() => dispatch('LIVE_DROP', { drops: [drop(40), drop(41)] }));
  const feed = within(screen.getByRole('region', { name: 'Live drops' }));
  expect(feed.getAllByRole('listitem')).toHaveLength(1);
  expect(useInventory.getState().version).toBe(version);
  await pass(7_800);
  expect(feed.getAllByRole('listitem')).toHaveLength(2);
  expect(useInventory.getState().version).toBe(version + 1);
});

test('shows the item to a player who left during the spin and came back', async () => {
  const { user, router } = await open({ [OPEN]: { body: { reward: reward(41) } } });
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  await act(() => router.navigate('/elsewhere'));
  expect(useReveals.getState().hiddenRolls).toEqual(new Set([41]));
  await pass(7_800);
  expect(useReveals.getState().hiddenRolls).toEqual(new Set());
  await act(() => router.navigate('/case/Hive'));
  expect(await screen.findByRole('button', { name: /Quick Sell/ })).toBeTruthy();
  await act(() => router.navigate('/elsewhere'));
  await pass(10);
  expect(phase()).toBe('idle');
});

test('skips the spin but not the settling', async () => {
  const { user } = await open({ [OPEN]: { body: { reward: reward(41) } } });
  await user.click(openButton());
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  expect(phase()).toBe('settling');
  await pass(800);
  expect(phase()).toBe('revealed');
});

test('a fast opening sends the request and skips the spin', async () => {
  const { user, requestsTo } = await open({ [OPEN]: { body: { reward: reward(41) } } });
  await user.click(screen.getByRole('button', { name: 'Fast open' }));
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('settling'));
  await pass(800);
  expect(phase()).toBe('revealed');
  expect(requestsTo('/case/openCase')).toHaveLength(1);
});

test('charges for and shows several items at once', async () => {
  const rewards = [reward(41, 1), reward(42, 2), reward(43, 3)];
  const { user, requestsTo } = await open({ [OPEN]: { body: { reward: rewards[0], rewards } } });
  await user.click(screen.getByRole('radio', { name: '3 at once' }));
  expect(openButton().textContent).toBe('Open3.000');
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  expect(requestsTo('/case/openCase')[0]!.path).toContain('count=3');
  expect(document.querySelectorAll('[data-won]')).toHaveLength(3);
  expect(document.querySelectorAll('[data-phase] [data-filler]')).toHaveLength(3 * 16);
  await pass(7_800);
  expect(screen.getAllByRole('button', { name: /Quick Sell/ })).toHaveLength(3);
});

test('shows an item that is no longer in the case without a spin', async () => {
  const { user } = await open({ [OPEN]: { body: { reward: { ...reward(41, 9), market_hash_name: 'M4A1 | Gone' } } } });
  await user.click(openButton());
  expect(await screen.findByText('You won M4A1 | Gone.')).toBeTruthy();
  expect(phase()).toBe('revealed');
});

test.each([
  ['on_break', 403, 'You are on a break.'],
  ['case_paused', 409, 'This case is paused.'],
])('shows what happened and why after a refusal (%s), and allows another click', async (code, status, message) => {
  const { user } = await open({ [OPEN]: refusal(status, code, message) });
  await user.click(openButton());
  const alert = (await screen.findByText(message)).closest('[role=alert]')!;
  // One message contains both, without a toast.
  expect(screen.getAllByText(FAILED).map((text) => text.closest('[role=alert]'))).toEqual([alert]);
  expect(phase()).toBe('idle');
  expect(readStoredOpening()).toBeUndefined();
});

test('links players to their own limits next to the refusal', async () => {
  const { user } = await open({ [OPEN]: refusal(403, 'limit_reached', 'This would exceed your daily wager limit.') });
  await user.click(openButton());
  expect((await screen.findByRole('link', { name: 'See your limits' })).getAttribute('href')).toBe('/safer-play');
});

test('fetches a changed case again before a payment', async () => {
  const { user, requestsTo } = await open({ [OPEN]: refusal(409, 'case_changed', 'This case has just changed.') });
  await user.click(openButton());
  await waitFor(() => expect(requestsTo('/user/getCaseByName')).toHaveLength(2));
});

const rolls = (data: unknown[]) => ({
  body: { data, pagination: { totalResults: data.length, resultsPerPage: 10, currentPage: 1 } },
});
const roll = (id: number, nonce: number) => {
  const { market_hash_name, price } = reward(id);
  return { id, nonce, itemId: 2, market_hash_name, quick_sell_price: price };
};

test('looks a lost response up instead of requesting again', async () => {
  const { user, requestsTo } = await open({ [OPEN]: 'unreachable', 'GET /fair/getRolls': rolls([roll(41, 7)]) });
  await user.click(openButton());
  await waitFor(() => expect(phase()).toBe('spinning'));
  expect(requestsTo('/case/openCase')).toHaveLength(1);
  expect(requestsTo('/fair/getRolls')[0]!.path).toContain(requestsTo('/case/openCase')[0]!.headers['Idempotency-Key']);
});

test('keeps a request with unknown outcome, so that the next click repeats it', async () => {
  const { user, requestsTo } = await open({ [OPEN]: 'unreachable', 'GET /fair/getRolls': 'unreachable' });
  await user.click(openButton());
  expect(await screen.findByText(FAILED)).toBeTruthy();
  expect(readStoredOpening()?.request.caseName).toBe('Hive');
  await user.click(openButton());
  await waitFor(() => expect(requestsTo('/case/openCase')).toHaveLength(2));
  const requestHeaders = requestsTo('/case/openCase').map(({ headers }) => [
    headers['Idempotency-Key'],
    headers['X-Client-Entropy'],
  ]);
  expect(requestHeaders[1]).toEqual(requestHeaders[0]);
});

const request = { owner: 'kaan_tr', caseName: 'Hive', count: 1, key: 'k'.repeat(32), entropy: '0'.repeat(32) };

test('continues the spin after a reload', async () => {
  storeOpening({
    request: { ...request, requestedAt: Date.now() - 2_600 },
    rewards: [reward(41)],
    startedAt: Date.now() - 2_500,
  });
  const { requestsTo } = await open();
  await waitFor(() => expect(phase()).toBe('spinning'));
  await pass(5_300);
  expect(screen.getByText('You won AK-47 | Skin 2 (Factory New).')).toBeTruthy();
  expect(readStoredOpening()).toBeUndefined();
  expect(requestsTo('/case/openCase')).toEqual([]);
});

test.each([-60_000, 7_751, 86_400_000])(
  'a reload %s ms after the start shows the item immediately',
  async (elapsedMs) => {
    const startedAt = Date.now() - elapsedMs;
    storeOpening({ request: { ...request, requestedAt: startedAt }, rewards: [reward(41)], startedAt });
    await open();
    expect(await screen.findByText('You won AK-47 | Skin 2 (Factory New).')).toBeTruthy();
  },
);

test.each([
  ['is shown as won', [roll(41, 7)], 'revealed'],
  ['came to nothing', [], 'idle'],
])('a request whose response was lost before a reload %s', async (_, data, expected) => {
  storeOpening({ request: { ...request, requestedAt: Date.now() } });
  const { requestsTo } = await open({ 'GET /fair/getRolls': rolls(data) });
  await pass(1_600);
  await waitFor(() => expect(phase()).toBe(expected));
  expect(requestsTo('/fair/getRolls')[0]!.path).toContain(`requestKey=${request.key}`);
  expect(requestsTo('/case/openCase')).toEqual([]);
});

test('hides the end of a spin from the next player', async () => {
  storeOpening({
    request: { ...request, owner: 'another_player', requestedAt: Date.now() },
    rewards: [reward(41)],
    startedAt: Date.now(),
  });
  await open();
  expect(phase()).toBe('idle');
});

test('says that a case is paused and cannot be opened', async () => {
  await open({ 'GET /user/getCaseByName/Hive': { body: { data: { ...exampleCase, isPaused: true } } } });
  expect(openButton()).toHaveProperty('disabled', true);
  expect(screen.getByText(/This case is paused/)).toBeTruthy();
});

test('lets a player confirm the age where it is required', async () => {
  const { user, requestsTo } = await open({
    [OPEN]: refusal(403, 'age_unconfirmed', 'Please confirm that you are 18 or older first.'),
    'POST /user/confirmAge': { body: { message: 'ok' } },
  });
  await user.click(openButton());
  await user.click(await screen.findByRole('button', { name: 'I am 18 or older' }));
  await waitFor(() => expect(screen.queryByText('Please confirm that you are 18 or older first.')).toBeNull());
  expect(requestsTo('/user/confirmAge')).toHaveLength(1);
});
