import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadSession } from '#core/session.ts';
import { exampleCase, drop, visit } from '#testing/cases.tsx';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { CasesPage } from './cases-page.tsx';

const listed = (name: string, overrides: object = {}) => ({
  ...exampleCase,
  id: name.length,
  name,
  items: [],
  ...overrides,
});
const bands = [
  { minPrice: 0, maxPrice: 999, count: 3 },
  { minPrice: 1_000, maxPrice: 4_999, count: 5 },
  { minPrice: 5_000, maxPrice: 19_999, count: 0 },
  { minPrice: 20_000, maxPrice: null, count: 8 },
];
const list = (names: string[], totalResults = names.length) => ({
  body: {
    data: names.map((name) => listed(name)),
    pagination: { totalResults, resultsPerPage: 20, currentPage: 1 },
    bands,
  },
});
const CALL = 'GET /case/getAllCases';
const drops = { 'GET /case/getLatestDrops': { body: { data: [drop(2), drop(1)] } } };

function open(url: string, answer: Parameters<typeof stubServer>[0][string] = list(['Hive', 'Bedrock'], 45)) {
  const requests = stubServer({ [CALL]: answer, ...drops });
  const view = visit('/cases', <CasesPage />, url);
  const requestedPaths = () =>
    requests.filter(({ path }) => path.startsWith('/case/getAllCases')).map(({ path }) => path);
  return { ...view, requestedPaths };
}

test('links each case to its page, with its price and the word OPEN', async () => {
  open('/cases', list(['50% / şık']));
  const card = await screen.findByRole('link', { name: /50% \/ şık/ });
  expect(card.getAttribute('href')).toBe('/case/50%25%20%2F%20%C5%9F%C4%B1k');
  expect(within(card).getByText('OPEN')).toBeTruthy();
  expect(within(card).getByText('1.000 diamonds')).toBeTruthy();
});

test('shows 1000 for a case without a price', async () => {
  const data = [listed('Unpriced', { price: undefined }), listed('Bedrock', { price: 25_500 })];
  open('/cases', { body: { ...list([]).body, data } });
  expect(within(await screen.findByRole('link', { name: /Unpriced/ })).getByText('1.000 diamonds')).toBeTruthy();
  expect(within(screen.getByRole('link', { name: /Bedrock/ })).getByText('25.500 diamonds')).toBeTruthy();
});

test.each([
  ['/cases', '?page=1&sort=lowest&limit=20'],
  ['/cases?page=abc&sort=sideways', '?page=1&sort=lowest&limit=20'],
  ['/cases?page=0', '?page=1&sort=lowest&limit=20'],
  ['/cases?minPrice=-5&maxPrice=cheap', '?page=1&sort=lowest&limit=20'],
  ['/cases?minPrice=1000&maxPrice=4999', '?page=1&sort=lowest&limit=20&minPrice=1000&maxPrice=4999'],
  ['/cases?page=3&sort=oldest&search=hive', '?page=3&sort=oldest&limit=20&search=hive'],
])('requests %s as %s', async (url, query) => {
  const { requestedPaths } = open(url);
  await screen.findByText('Hive');
  expect(requestedPaths()).toEqual([`/case/getAllCases${query}`]);
});

test('stores sort, search and page in the URL, and Back restores them', async () => {
  const { router, user, requestedPaths } = open('/cases');
  await screen.findByText('Hive');
  await user.click(screen.getByRole('button', { name: 'Sort by: Lowest Price' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Oldest' }));
  await waitFor(() => expect(router.state.location.search).toBe('?sort=oldest'));
  await user.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(router.state.location.search).toBe('?sort=oldest&page=2');
  await act(() => router.navigate(-1));
  expect(router.state.location.search).toBe('?sort=oldest');
  await act(() => router.navigate(-1));
  expect(screen.getByRole('button', { name: 'Sort by: Lowest Price' })).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Search cases' }), 'bed');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(router.state.location.search).toBe('?search=bed'));
  await waitFor(() => expect(requestedPaths().at(-1)).toContain('search=bed'));
});

test('shows every page in the pager, marks the current one and links the others', async () => {
  const { user, requestedPaths } = open('/cases');
  await screen.findByText('Hive');
  const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pager.getAllByRole('link').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Page 1',
    'Page 2',
    'Page 3',
    'Next page',
  ]);
  expect(pager.getByRole('link', { current: 'page' }).textContent).toBe('1');
  await user.click(pager.getByRole('link', { name: 'Page 3' }));
  await waitFor(() => expect(requestedPaths().at(-1)).toBe('/case/getAllCases?page=3&sort=lowest&limit=20'));
});

test('shows a pager for a single page', async () => {
  open('/cases', list(['Hive']));
  await screen.findByText('Hive');
  const pager = within(screen.getByRole('navigation', { name: 'Pages' }));
  expect(pager.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['1']);
});

test('says that a search found nothing, and links to all cases', async () => {
  const { router, user } = open('/cases?search=zzz', list([]));
  expect(await screen.findByText('No case matches “zzz”.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Show all cases' }));
  expect(router.state.location.search).toBe('');
});

test('marks a paused case', async () => {
  open('/cases', { body: { ...list([]).body, data: [listed('Hive', { isPaused: true })] } });
  expect(await screen.findByText('Paused')).toBeTruthy();
});

test('offers a retry when the list does not load', async () => {
  let isBroken = true;
  const { user } = open('/cases', () =>
    isBroken ? refusal(500, 'internal', 'Something went wrong.') : list(['Hive']),
  );
  const retryButton = await screen.findByRole('button', { name: 'Try again' });
  isBroken = false;
  await user.click(retryButton);
  expect(await screen.findByText('Hive')).toBeTruthy();
});

test('links a live drop to its case and to its proof', async () => {
  open('/cases');
  await screen.findByText('player_2');
  const newest = screen.getAllByRole('listitem')[0]!;
  const links = within(newest).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/case/Hive', `/fair/roll/${drop(2).handle}`]);
  expect(newest.textContent).toContain('player_2');
});

test('filters by price bands, each with its number of cases, and leaves out empty ones', async () => {
  const { router, user, requestedPaths } = open('/cases?page=2');
  await screen.findByText('Hive');
  const price = within(screen.getByRole('navigation', { name: 'Price' }));
  expect(price.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'All prices1616 cases',
    'Up to 99933 cases',
    '1.000–4.99955 cases',
    'From 20.00088 cases',
  ]);
  await user.click(price.getByRole('link', { name: /^1\.000–4\.999/ }));
  expect(router.state.location.search).toBe('?minPrice=1000&maxPrice=4999');
  await waitFor(() => expect(requestedPaths().at(-1)).toContain('minPrice=1000&maxPrice=4999'));
  expect(price.getByRole('link', { current: true }).textContent).toContain('1.000–4.999');
  await user.click(price.getByRole('link', { name: /^All prices/ }));
  expect(router.state.location.search).toBe('');
});

test('shows a price limit that is no band, and removes it', async () => {
  const { router, user } = open('/cases?maxPrice=42310');
  const limit = await screen.findByRole('link', { name: /^Up to 42\.310/ });
  expect(limit.getAttribute('aria-current')).toBe('true');
  await user.click(limit);
  expect(router.state.location.search).toBe('');
});

test('says that no case has such a price, and links to all cases', async () => {
  const { router, user } = open('/cases?maxPrice=40', list([]));
  expect(await screen.findByText('No case in this price range.')).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Show all cases' }));
  expect(router.state.location.search).toBe('');
});

const priced = (names: Readonly<Record<string, object>>) => {
  const data = Object.entries(names).map(([name, overrides]) => listed(name, overrides));
  return {
    body: { ...list([]).body, data, pagination: { totalResults: data.length, resultsPerPage: 20, currentPage: 1 } },
  };
};
const threeCases = priced({
  Shut: { price: 100, isPaused: true },
  Flint: { price: 250 },
  Bedrock: { price: 450 },
});
const me = (player: unknown) => ({ 'GET /auth/me': { body: { data: player } } });
const statistics = (casesOpened: number) => ({ 'GET /user/getStatistics': { body: { data: { casesOpened } } } });

/** The cases that are marked, once the page knows who looks at it. */
async function markedCases(url: string, answers: Parameters<typeof stubServer>[0]) {
  const requests = stubServer({ [CALL]: threeCases, ...drops, ...answers });
  await loadSession();
  visit('/cases', <CasesPage />, url);
  await screen.findByRole('link', { name: /^Bedrock/ });
  if ('GET /user/getStatistics' in answers)
    await waitFor(() => expect(requests.some(({ path }) => path === '/user/getStatistics')).toBe(true));
  const marks = screen.queryAllByText('Start here');
  return marks.map((mark) => mark.closest('a')!.querySelector('h2')!.textContent);
}

test.each([
  ['a visitor', '/cases', me(null), ['Flint']],
  ['a visitor who sorts by age', '/cases?sort=oldest', me(null), ['Flint']],
  ['a visitor who searches', '/cases?search=e', me(null), []],
  ['a player with openings', '/cases', { ...me(demoPlayer), ...statistics(3) }, []],
] as const)('marks the cheapest open case for newcomers: %s', async (_, url, answers, names) => {
  expect(await markedCases(url, answers)).toEqual(names);
});

test('marks the cheapest case for a player who has not opened one', async () => {
  await markedCases('/cases', { ...me(demoPlayer), ...statistics(0) });
  expect(await screen.findByText('Start here')).toBeTruthy();
});
