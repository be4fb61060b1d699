import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { visit } from '#testing/cases.tsx';
import { exampleAlert, gameReturn, noFigures, reportDay, reportOf } from '#testing/reports.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminReportsPage } from './admin-reports-page.tsx';
import { moveRange } from './queries.ts';

const REPORT = 'GET /admin/getReport';
const RETURNS = 'GET /admin/getReturns';
const ALERTS = 'GET /admin/getAlerts';
const LOG = 'GET /admin/verifyStaffLog';
const NOTABLE = 'GET /admin/getNotable';

const days = [
  reportDay('2026-03-01', { cases: 900, roulette: -300, promo: -100, profit: 500 }),
  reportDay('2026-03-02', { cases: 100, profit: 100 }),
];
const totals = {
  ...noFigures,
  cases: 1_000,
  roulette: -300,
  promo: -100,
  profit: 600,
  deposits: 4_000,
  withdrawals: 2_500,
  adjustments: 50,
  skins: -200,
  net: 350,
};
const report = reportOf(days, { totals, pendingOffers: 3, waitingAdjustments: 2 });

const answers = {
  [REPORT]: { body: { data: report } },
  [RETURNS]: { body: { data: [gameReturn({ game: 'roulette', name: '', games: 0 }), gameReturn()] } },
  [ALERTS]: { body: { data: [], at: '2026-03-03T12:00:00.000Z' } },
  [NOTABLE]: { body: { wins: [], players: [], at: '2026-03-03T12:00:00.000Z' } },
  [LOG]: { body: { data: { total: 41, brokenIds: [] } } },
};

const OWN = '/admin/reports?from=2026-03-01&to=2026-03-02';

function openPage(overrides: Parameters<typeof stubServer>[0] = {}, url = OWN) {
  const requests = stubServer({ ...answers, ...overrides });
  return { requests, ...visit('/admin/reports', <AdminReportsPage />, url) };
}

test('shows deposits, withdrawals, profit and liabilities', async () => {
  const { requests } = openPage();
  const tiles = within(await screen.findByRole('region', { name: 'Figures' }));
  expect(tiles.getByText('4.000')).toBeTruthy();
  expect(tiles.getByText('2.500')).toBeTruthy();
  expect(tiles.getByText('350')).toBeTruthy();
  expect(tiles.getByText('House profit 600')).toBeTruthy();
  expect(tiles.getByRole('link', { name: 'Money in' }).getAttribute('href')).toBe(
    '/admin/reports/rows?figure=deposits&from=2026-03-01&to=2026-03-02',
  );
  expect(tiles.getByText('1.025')).toBeTruthy();
  expect(tiles.getByText('Skins, when withdrawn').nextElementSibling?.textContent).toBe('225');
  expect(tiles.getByText('Skins are worth 200 when sold back.')).toBeTruthy();
  expect(tiles.getByRole('link', { name: 'Pending offers' }).getAttribute('href')).toBe('/admin/trades');
  expect(tiles.getByRole('link', { name: 'Pending adjustments' }).getAttribute('href')).toBe('/admin/adjustments');
  expect(requests.map(({ path }) => path)).toContain('/admin/getReport?from=2026-03-01&to=2026-03-02&players=all');
});

test('derives the net result from two sides, each number linked to its rows', async () => {
  openPage();
  const statement = within(await screen.findByRole('region', { name: 'Is the house losing money?' }));
  const amountOf = (label: string) => statement.getByText(label).closest('div')!.querySelector('dd')!;
  expect(
    [
      'Cases',
      'Roulette',
      'Welcome gifts',
      'Adjustments',
      'Skins of players',
      'Deposits',
      'Withdrawals',
      'Owed to players',
    ].map((label) => amountOf(label).textContent),
  ).toEqual(['1.000', '-300', '-100', '-50', '-200', '4.000', '-2.500', '-1.150']);
  expect(
    statement.getAllByText('Net result').map((each) => each.closest('div')!.querySelector('dd')!.textContent),
  ).toEqual(['350', '350']);
  expect(amountOf('Roulette').querySelector('a')!.getAttribute('href')).toBe(
    '/admin/reports/rows?figure=roulette&from=2026-03-01&to=2026-03-02',
  );
  expect(amountOf('Skins of players').querySelector('a')!.getAttribute('href')).toBe(
    '/admin/reports/skins?from=2026-03-01&to=2026-03-02',
  );
});

test('counts people only, also in the file and the links', async () => {
  const people = { [REPORT]: { body: { data: { ...report, players: 'people' } } } };
  const { user, router, requests } = openPage(people);
  await user.click(await screen.findByRole('link', { name: 'People' }));
  expect(router.state.location.search).toBe('?from=2026-03-01&to=2026-03-02&players=people');
  expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/admin/downloadReport?from=2026-03-01&to=2026-03-02&players=people',
  );
  await expect.poll(() => requests.at(-1)?.path).toBe('/admin/getReport?from=2026-03-01&to=2026-03-02&players=people');
});

test('names the largest wins with their page, and the players who gained most', async () => {
  const player = { id: 7, username: 'kaan_tr', isSandbox: false };
  const win = { day: '2026-03-01', player, gain: 4_400 };
  const wins = [
    { ...win, game: 'case', reference: 5, pageId: 5 },
    { ...win, game: 'roulette', reference: 6, pageId: 61 },
    { ...win, game: 'duel', reference: 7, pageId: 7 },
  ];
  const body = { wins, players: [{ player, gain: 9_000 }], at: '2026-03-03T12:00:00.000Z' };
  openPage({ [NOTABLE]: { body } });
  const listed = within(await screen.findByRole('list', { name: 'Largest wins' }));
  const links = ['Cases 5', 'Roulette 6', 'Duels 7'].map((name) => listed.getByRole('link', { name }));
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/fair/roll/5', '/admin/game/61', '/room/7']);
  const winners = screen.getByRole('list', { name: 'Players who gained most at all games' });
  expect(winners.textContent).toBe('kaan_tr+9.000');
});

test('says when the net result is not known', async () => {
  openPage({ [REPORT]: { body: { data: { ...report, totals: { ...totals, skins: null, net: null } } } } });
  expect(await screen.findByText(/^Not known for some of these days/)).toBeTruthy();
});

test('reads the chart day by day with a slider, and as a table', async () => {
  const { user } = openPage();
  const slider = await screen.findByRole('slider', { name: 'Day' });
  expect(slider.getAttribute('aria-valuetext')).toBe(
    '02/03/2026: House profit 100, Cases 100, Roulette 0, Welcome gifts 0',
  );
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).toContain('01/03/2026: House profit 500, Cases 900, Roulette -300');
  expect(screen.getAllByText('01/03/2026').length).toBeGreaterThan(0);
  await user.click(screen.getByText('Show as table', { selector: 'summary' }));
  const table = within(screen.getByRole('table'));
  expect(table.getAllByRole('row')).toHaveLength(4);
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Net result',
    'House profit',
    'Cases',
    'Roulette',
    'Duels',
    'Market fee',
    'Missions',
    'Welcome gifts',
    'Losses',
    'Deposits',
    'Withdrawals',
    'Adjustments',
    'Skins of players',
  ]);
});

test('selects a range, stores it in the URL, and uses it for the file', async () => {
  const { user, requests, router } = openPage();
  const file = await screen.findByRole('link', { name: 'Download CSV' });
  expect(file.getAttribute('href')).toBe('/admin/downloadReport?from=2026-03-01&to=2026-03-02');
  await user.click(screen.getByRole('link', { name: '7 days' }));
  expect(router.state.location.search).toBe('?days=7');
  expect(requests.filter(({ path }) => path.startsWith('/admin/getReport')).length).toBeGreaterThan(1);
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-05' } });
  await expect.poll(() => router.state.location.search).toMatch(/^\?from=2026-01-05&to=/);
});

test.each([
  [{ from: '2026-01-05' }, '2026-01-05', '2026-03-02'],
  [{ from: '2026-05-01' }, '2026-05-01', '2026-05-01'],
  [{ from: '2024-01-01' }, '2024-01-01', '2024-12-31'],
  [{ from: '2026-09-09' }, '2026-06-30', '2026-06-30'],
  [{ to: '2026-06-01' }, '2026-03-01', '2026-06-01'],
  [{ to: '2026-02-01' }, '2026-02-01', '2026-02-01'],
  [{ to: '2027-01-01' }, '2026-03-01', '2026-06-30'],
])('moves the other end of a range with %o: %s to %s', (change, from, to) => {
  expect(moveRange({ from: '2026-03-01', to: '2026-03-02' }, change, '2026-06-30')).toEqual({ from, to });
});

test('shows actual against expected payouts of each game, and highlights outliers', async () => {
  const deviating = gameReturn({ name: 'Hive', actual: 1.2, verdict: 'outside' });
  const few = gameReturn({ name: 'Dawn', games: 3, near: null, far: null, verdict: 'too_few' });
  openPage({ [RETURNS]: { body: { data: [gameReturn(), deviating, few] } } });
  const region = within(await screen.findByRole('region', { name: 'Actual vs. expected payouts' }));
  const [fits, outside, unknown] = (await region.findAllByRole('listitem')).map((row) => row.textContent);
  expect(fits).toContain('91\u00a0% paid out, 90\u00a0% expected');
  expect(fits).toContain('95\u00a0% range: 88\u00a0% – 92\u00a0%');
  expect(fits).toContain('House edge now: 12,87\u00a0% when sold back, 2,99\u00a0% when withdrawn');
  expect(fits).toContain('As expected');
  expect(outside).toContain('Outside 99,99\u00a0%');
  expect(unknown).toContain('Too few games');
  expect(region.getByRole('link', { name: 'Hive' }).getAttribute('href')).toBe('/case/Hive/odds');
});

test('describes every alert and links to it', async () => {
  const users = [
    { id: 8, username: 'ali' },
    { id: 9, username: 'veli' },
  ];
  const play = { days: 7, games: 12, staked: 400, returned: 100, expected: 360 };
  const data = [
    exampleAlert({ kind: 'halt', level: 'danger', subject: 'I3 is broken' }),
    exampleAlert({ kind: 'breaches', level: 'danger', count: 3 }),
    exampleAlert({ kind: 'odds', subject: 'Hive', link: '/case/Hive/odds' }),
    exampleAlert({ kind: 'returns', play: { game: 'roulette', ...play } }),
    exampleAlert({ kind: 'luck', users: [users[0]!], play: { game: 'cases', ...play }, link: '/admin/user/8' }),
    exampleAlert({ kind: 'pair', users, play: { game: 'rooms', ...play } }),
    exampleAlert({ kind: 'address', users, count: 6, since: '2026-03-03T12:00:00.000Z' }),
    exampleAlert({
      kind: 'listing',
      users: [users[1]!],
      subject: 'AK-47 | Redline',
      price: { asked: 9_000, reference: 1_000 },
    }),
    exampleAlert({ kind: 'handover', users, count: 2, flow: { deposited: 9_000, wagered: 10, spent: 8_000 } }),
    exampleAlert({ kind: 'speed', users: [users[0]!], count: 1_500 }),
    exampleAlert({
      kind: 'own_adjustment',
      users: [users[0]!],
      count: 2,
      changed: { given: 500, taken: 20, limit: 1_000_000 },
    }),
    exampleAlert({
      kind: 'adjustment_sum',
      users: [users[0]!],
      count: 3,
      changed: { given: 2_400_000, taken: 0, limit: 1_000_000 },
    }),
    exampleAlert({ kind: 'flagged', users, count: 2 }),
    exampleAlert({ kind: 'price_jumps', count: 4 }),
    exampleAlert({ kind: 'paused_cases', count: 1, subject: 'Dawn' }),
    exampleAlert({ kind: 'offers', count: 5 }),
    exampleAlert({ kind: 'adjustments', count: 2, link: '/admin/adjustments' }),
  ];
  openPage({ [ALERTS]: { body: { data, at: '2026-03-03T12:00:00.000Z' } } });
  const region = within(await screen.findByRole('region', { name: /^Alerts/ }));
  const links = (await region.findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.map(([text]) => text)).toEqual([
    'Wagers are halted: I3 is broken',
    'The last audit found 3 breaches.',
    'The drops of Hive do not match its published rates.',
    'Chance does not explain the payouts of Roulette over 7 days.',
    'ali won more at Cases over 7 days than chance explains.',
    'ali and veli played 12 paid rooms within a week, and ali lost more.',
    '6 accounts from one IP address within a week.',
    'veli listed AK-47 | Redline at many times its price.',
    'ali deposited, hardly played and spent it on the market, mostly with veli.',
    'ali placed 1.500 wagers within ten minutes, too fast for a person.',
    'ali adjusted their own balance 2 times within a week.',
    'ali made 3 adjustments within 24 hours, above the limit in total.',
    '2 flagged accounts.',
    '4 price jumps waiting for staff.',
    '1 case paused.',
    '5 trade offers waiting for staff.',
    '2 changes waiting for a second person.',
  ]);
  expect(links[4]?.[1]).toBe('/admin/user/8');
  expect(region.getByText('ali, veli and 4 more')).toBeTruthy();
  expect(region.getByText('Listed at 9.000, priced at 1.000')).toBeTruthy();
  expect(region.getByText('400 lost one way, 100 the other')).toBeTruthy();
  expect(region.getByText('9.000 deposited, 10 wagered since, 8.000 paid to others')).toBeTruthy();
  expect(region.getByText('500 added, 20 removed')).toBeTruthy();
  expect(region.getByText('2.400.000 added, 0 removed · limit for one admin: 1.000.000')).toBeTruthy();
});

test('lists a player who is lucky at two games once for each', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const play = { days: 7, games: 12, staked: 400, returned: 900, expected: 360 };
  const lucky = { users: [{ id: 8, username: 'ali' }], link: '/admin/user/8' };
  const data = (['cases', 'roulette'] as const).map((game) =>
    exampleAlert({ kind: 'luck', ...lucky, play: { game, ...play } }),
  );
  openPage({ [ALERTS]: { body: { data, at: '2026-03-03T12:00:00.000Z' } } });
  const region = within(await screen.findByRole('region', { name: /^Alerts/ }));
  expect((await region.findAllByRole('link')).map(({ textContent }) => textContent)).toEqual([
    'ali won more at Cases over 7 days than chance explains.',
    'ali won more at Roulette over 7 days than chance explains.',
  ]);
  expect(complaints.mock.calls.filter(([first]) => String(first).includes('same key'))).toEqual([]);
  complaints.mockRestore();
});

test('says that the chain of staff actions is intact', async () => {
  openPage();
  expect(await screen.findByText(/41 actions, chain intact/)).toBeTruthy();
  expect(screen.getByText('No alerts.')).toBeTruthy();
});

test('names the broken links of the chain', async () => {
  openPage({ [LOG]: { body: { data: { total: 41, brokenIds: [7, 12] } } } });
  expect(await screen.findByText(/41 actions, chain broken at #7, #12/)).toBeTruthy();
});

test('updates immediately when something waits', async () => {
  await connectSocket();
  let waitingAdjustments = 2;
  openPage({ [REPORT]: () => ({ body: { data: { ...report, waitingAdjustments } } }) });
  const tiles = within(await screen.findByRole('region', { name: 'Figures' }));
  expect(tiles.getByText('2')).toBeTruthy();
  waitingAdjustments = 9;
  act(() => fakeSocket.receive('ADJUSTMENTS_CHANGED', {}));
  expect(await tiles.findByText('9')).toBeTruthy();
});

test('fetches the report once for many events, and never verifies the chain again', async () => {
  await connectSocket();
  const { requests } = openPage();
  await screen.findByText(/41 actions, chain intact/);
  const requestCount = (path: string) => requests.filter((each) => each.path.startsWith(path)).length;
  const before = requestCount('/admin/getReport');
  for (let count = 0; count < 20; count += 1) act(() => fakeSocket.receive('TRADE_OFFERS_CHANGED', {}));
  await expect.poll(() => requestCount('/admin/getReport'), { timeout: 5_000 }).toBe(before + 2);
  expect(requestCount('/admin/verifyStaffLog')).toBe(1);
});

test('keeps its layout while loading, and the legend for every day', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  const { container } = openPage({ [REPORT]: () => promise });
  const legend = () => [...container.querySelectorAll('section dl dt')].map(({ textContent }) => textContent);
  const terms = legend();
  expect(terms).toContain('Losses');
  expect(screen.queryByRole('slider')).toBeNull();
  resolve({ body: { data: report } });
  const slider = await screen.findByRole('slider', { name: 'Day' });
  expect(legend()).toEqual(expect.arrayContaining(terms));
  fireEvent.change(slider, { target: { value: '0' } });
  expect(legend()).toEqual(expect.arrayContaining(terms));
  const described = document.getElementById(slider.getAttribute('aria-describedby')!);
  expect(described?.textContent).toMatch(/^Above the line the house gained/);
});

test('shows an error for each part that cannot be loaded', async () => {
  openPage({ [REPORT]: refusal(500, 'internal', ''), [ALERTS]: refusal(500, 'internal', ''), [LOG]: 'unreachable' });
  await screen.findAllByText('An error occurred while fetching data.');
  await expect.poll(() => screen.getAllByText('An error occurred while fetching data.').length).toBe(2);
  expect(await screen.findByText(/The chain could not be checked/)).toBeTruthy();
});
