import type { Statistics } from '@karat/contract/profile';
import { type Transaction, TRANSACTION_TYPES } from '@karat/contract/wallet';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { hideRolls, revealRolls } from '#core/reveals.ts';
import { loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { gamesPage } from '#testing/games.ts';
import { demoPlayer, renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { ProfilePage } from './profile-page.tsx';
import { csvAddress, ledgerFilterOf } from './queries.ts';

const STATISTICS = 'GET /user/getStatistics';
const LEDGER = 'GET /user/getTransactions';
const GAMES = 'GET /user/getGameHistory';

/** What the player hides: nothing. */
const privacy = {
  'GET /user/getProfilePrivacy': {
    body: {
      data: {
        hidesEverything: false,
        hidesDrops: false,
        hidesMatches: false,
        hidesMissions: false,
        hidesRatingCurve: false,
        showsSteamProfile: false,
      },
    },
  },
};

const statistics: Statistics = {
  casesOpened: 1_204,
  wagered: 1_250_000,
  won: 1_100_500,
  lost: 149_500,
  bestDrop: {
    id: 77,
    market_hash_name: '★ Karambit | Doppler (Factory New)',
    image: '/img/skin/1-256.webp',
    skinRarity: 'Exceedingly Rare',
    skinExterior: 'Factory New',
    price: 412_000,
    caseName: 'Flint',
    createdAt: '2026-03-03T14:05:09.000Z',
  },
  itemsSold: 980,
  missionsClaimed: 12,
  missionRewards: 8_400,
  memberSince: '2026-01-05T12:00:00.000Z',
};

const emptyStatistics: Statistics = {
  ...statistics,
  casesOpened: 0,
  wagered: 0,
  won: 0,
  lost: 0,
  bestDrop: null,
  itemsSold: 0,
  missionsClaimed: 0,
  missionRewards: 0,
};

let lines = 0;

function line(transactionType: Transaction['transactionType'], amount: number, newBalance: number): Transaction {
  lines += 1;
  const subject = transactionType === 'WELCOME' ? null : `what ${lines} was for`;
  const createdAt = '2026-03-03T14:05:09.000Z';
  return {
    id: lines,
    userId: 7,
    oldBalance: newBalance - amount,
    newBalance,
    amount,
    transactionType,
    subject,
    createdAt,
  };
}

const sold = { ...line('QUICK_SELL', 900, 100_650), subject: 'P250 | Sand (Well-Worn)' };
const opened = { ...line('CASE_OPEN', -250, 99_750), subject: 'Flint' };
const welcome = line('WELCOME', 100_000, 100_000);

function page(data: readonly Transaction[], totalResults = data.length, currentPage = 1) {
  return { body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage } } };
}

beforeEach(async () => {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
});

/** Renders the page over records that can change without an event. */
function visit(records: { statistics?: Statistics; ledger?: ReturnType<typeof page> } = {}) {
  const server = { statistics, ledger: page([sold, opened, welcome]), ...records };
  const requests = stubServer({
    [STATISTICS]: () => ({ body: { data: server.statistics } }),
    [LEDGER]: () => server.ledger,
    ...privacy,
    [GAMES]: gamesPage([]),
  });
  const requestsTo = (path: string) => requests.filter((each) => each.path.includes(path));
  return { server, requestsTo, ...renderInApp(<ProfilePage />) };
}

const tile = async (label: string) => (await screen.findByText(label, { selector: 'dt' })).parentElement!;
const pickDay = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const table = () => screen.findByRole('table', { name: 'Balance history' });

describe('statistics', () => {
  test('use German grouping', async () => {
    visit();
    expect((await tile('Cases opened')).textContent).toContain('1.204');
    expect((await tile('Wagered')).textContent).toContain('1.250.000');
    expect((await tile('Won')).textContent).toContain('1.100.500');
    expect((await tile('Lost')).textContent).toContain('149.500');
    expect((await tile('Items sold')).textContent).toContain('980');
    expect((await tile('Missions claimed')).textContent).toContain('12');
    expect((await tile('Missions claimed')).textContent).toContain('8.400 diamonds earned');
    expect(screen.getByText('Member since 05 January 2026')).toBeTruthy();
  });

  test('show the best drop, linked to its roll', async () => {
    visit();
    const card = (await screen.findByRole('heading', { name: '★ Karambit | Doppler' })).closest('a')!;
    expect(card.getAttribute('href')).toBe('/fair/roll/77');
    expect(card.textContent).toContain('412.000');
    expect(card.textContent).toContain('from Flint');
  });

  test('of a new player link to the cases', async () => {
    visit({ statistics: emptyStatistics });
    expect(await screen.findByText('Your best drop will appear here.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open a case' }).getAttribute('href')).toBe('/cases');
  });

  test('offer a retry after a failure, and the ledger still loads', async () => {
    const answers = [{ status: 400, body: {} }, { body: { data: statistics } }];
    stubServer({ ...privacy, [STATISTICS]: () => answers.shift()!, [LEDGER]: page([sold]), [GAMES]: gamesPage([]) });
    const { user } = renderInApp(<ProfilePage />);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect((await tile('Cases opened')).textContent).toContain('1.204');
    expect(await table()).toBeTruthy();
  });
});

describe('balance history', () => {
  test('shows date, type, subject, amount and balance of each row', async () => {
    visit();
    const [head, ...rows] = within(await table()).getAllByRole('row');
    expect(
      within(head!)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['Date', 'Type', 'Details', 'Amount', 'Balance']);
    const cells = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells.map(([, ...rest]) => rest)).toEqual([
      ['Item sold', 'P250 | Sand (Well-Worn)', '+900', 'Balance 100.650'],
      ['Case opened', 'Flint', '−250', 'Balance 99.750'],
      ['Welcome gift', '–', '+100.000', 'Balance 100.000'],
    ]);
    for (const [date] of cells) expect(date).toMatch(/^03 March 2026, \d\d:05:09$/);
    expect(screen.getByText('3 transactions')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe('/user/downloadTransactions');
  });

  test('links only the bets of a round to its proof', async () => {
    const staked = { ...line('ROULETTE_BET', -500, 99_500), subject: '#123' };
    const refunded = { ...line('ROULETTE_REFUND', 500, 100_000), subject: '#124' };
    const adjusted = { ...line('ADMIN_ADJUST', 5, 100_005), subject: '#125' };
    visit({ ledger: page([adjusted, refunded, staked]) });
    const links = within(await table()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['#124', '/fair/round/124'],
      ['#123', '/fair/round/123'],
    ]);
    expect(within(await table()).getByText('Roulette bet')).toBeTruthy();
    expect(within(await table()).getByText('Roulette refund')).toBeTruthy();
  });

  test('shows hostile text as text', async () => {
    visit({ ledger: page([{ ...sold, subject: '<img src=x onerror=alert(1)>' }]) });
    expect(within(await table()).getByText('<img src=x onerror=alert(1)>')).toBeTruthy();
    expect((await table()).querySelector('img')).toBeNull();
  });

  test('shows a message instead of filters and file if there are no rows', async () => {
    visit({ statistics: emptyStatistics, ledger: page([]) });
    expect(await screen.findByText('Your balance has not changed yet.')).toBeTruthy();
    expect(screen.queryByRole('group', { name: 'Filter the balance history' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
  });

  test('shows an error after a failure', async () => {
    stubServer({
      [STATISTICS]: { body: { data: statistics } },
      ...privacy,
      [LEDGER]: refusal(400, 'invalid', 'Invalid page.'),
      [GAMES]: gamesPage([]),
    });
    renderInApp(<ProfilePage />);
    expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  });

  test('applies the type filter to the list and to the file', async () => {
    const { user, requestsTo } = visit();
    await table();
    await user.click(screen.getByRole('button', { name: /Type/ }));
    // Every type that moves diamonds can be selected, but the allowance of programs; and all of them.
    expect(await screen.findAllByRole('menuitemradio')).toHaveLength(TRANSACTION_TYPES.length - 1);
    for (const name of ['Bought on the market', 'Deposit'])
      expect(screen.getByRole('menuitemradio', { name })).toBeTruthy();
    await user.click(screen.getByRole('menuitemradio', { name: 'Item sold' }));
    await waitFor(() => expect(requestsTo('getTransactions').at(-1)!.path).toContain('page=1&type=QUICK_SELL'));
    const href = '/user/downloadTransactions?type=QUICK_SELL';
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(href);
  }, 15_000);

  test('filters by days, and ignores an invalid one', async () => {
    const { requestsTo } = visit();
    await table();
    pickDay('From (UTC)', '0202-03-01');
    pickDay('To (UTC)', '2026-03-04');
    await waitFor(() => expect(requestsTo('getTransactions').at(-1)!.path).toContain('page=1&to=2026-03-04'));
    pickDay('From (UTC)', '2026-03-01');
    await waitFor(() => expect(requestsTo('getTransactions').at(-1)!.path).toContain('from=2026-03-01&to=2026-03-04'));
    const href = '/user/downloadTransactions?from=2026-03-01&to=2026-03-04';
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(href);
  }, 15_000);

  test('keeps its filters without a match, and offers to reset them', async () => {
    const { user, server, requestsTo } = visit();
    await table();
    server.ledger = page([]);
    pickDay('From (UTC)', '2026-03-05');
    expect(await screen.findByText('No transactions match.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
    server.ledger = page([sold]);
    await user.click(screen.getByRole('button', { name: 'Reset filters' }));
    expect(await table()).toBeTruthy();
    expect(screen.getByLabelText('From (UTC)')).toHaveProperty('value', '');
    expect(requestsTo('getTransactions').at(-1)!.path).not.toContain('from=');
  });

  test('has pages whose links jump to the list', async () => {
    visit({ ledger: page([sold, opened], 25) });
    const link = await screen.findByRole('link', { name: 'Page 3' });
    expect(link.getAttribute('href')).toBe('/?page=3#balance-history');
  });

  test('is translated into Turkish', async () => {
    await setLanguage('tr');
    visit();
    const rows = within(await screen.findByRole('table', { name: 'Bakiye geçmişi' })).getAllByRole('row');
    expect(rows[2]!.textContent).toMatch(/^03 Mart 2026, \d\d:05:09Kasa açıldıFlint−250Bakiye 99.750$/);
    await setLanguage('mixed');
  });
});

describe('a balance change while the page is open', () => {
  const move = (version: number) => act(() => dispatch('BALANCE_UPDATE', { balance: 5, version }));

  test('updates rows and statistics, several at once with one request', async () => {
    const { server, requestsTo } = visit({ ledger: page([opened, welcome]) });
    await table();
    await tile('Items sold');
    server.ledger = page([sold, opened, welcome]);
    server.statistics = { ...statistics, itemsSold: 981 };
    for (const version of [4, 5, 6]) move(version);
    expect(await screen.findByText('Item sold')).toBeTruthy();
    await waitFor(async () => expect((await tile('Items sold')).textContent).toContain('981'));
    expect([requestsTo('getTransactions').length, requestsTo('getStatistics').length]).toEqual([2, 2]);
  });

  test('is ignored when it is old', async () => {
    const { requestsTo } = visit();
    await table();
    move(3);
    move(2);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect([requestsTo('getTransactions').length, requestsTo('getStatistics').length]).toEqual([1, 1]);
  });

  test('is found after a reconnect', async () => {
    const { server } = visit({ ledger: page([opened, welcome]) });
    await table();
    stubServer({
      'GET /auth/me': { body: { data: { ...demoPlayer, balanceVersion: 9 } } },
      [STATISTICS]: { body: { data: statistics } },
      ...privacy,
      [LEDGER]: page([sold, ...server.ledger.body.data]),
      [GAMES]: gamesPage([]),
    });
    await act(() => loadSession());
    expect(await screen.findByText('Item sold')).toBeTruthy();
  });

  test('reveals nothing of a roll before its spin has stopped', async () => {
    const { server, requestsTo } = visit({ ledger: page([welcome]) });
    await table();
    await tile('Won');
    act(() => hideRolls([78]));
    server.ledger = page([opened, welcome]);
    server.statistics = { ...statistics, won: 9_000_000 };
    move(4);
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)));
    expect([requestsTo('getTransactions').length, requestsTo('getStatistics').length]).toEqual([1, 1]);
    act(() => revealRolls([78]));
    expect(await screen.findByText('Case opened')).toBeTruthy();
    await waitFor(async () => expect((await tile('Won')).textContent).toContain('9.000.000'));
  });

  test('is not fetched while a spin runs', async () => {
    hideRolls([78]);
    const { requestsTo } = visit();
    await table();
    expect(requestsTo('getStatistics')).toEqual([]);
    act(() => revealRolls([78]));
    expect((await tile('Won')).textContent).toContain('1.100.500');
  });

  test('leaves later pages unchanged', async () => {
    const { user, server, requestsTo } = visit({ ledger: page([sold, opened], 25) });
    await user.click(await screen.findByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(requestsTo('page=2')).toHaveLength(1));
    server.ledger = page([opened, welcome], 26, 2);
    move(4);
    await waitFor(() => expect(requestsTo('getStatistics')).toHaveLength(2));
    expect(requestsTo('getTransactions')).toHaveLength(2);
  });
});

test.each([
  ['', { page: 1, type: undefined, from: undefined, to: undefined }],
  ['?page=abc&type=GIFT&from=2026-02-30&to=today', { page: 1, type: undefined, from: undefined, to: undefined }],
  [
    '?page=3&type=WELCOME&from=2026-03-01&to=2026-03-02',
    { page: 3, type: 'WELCOME', from: '2026-03-01', to: '2026-03-02' },
  ],
])('reads the URL "%s" as %j', (url, filter) => {
  expect(ledgerFilterOf(new URLSearchParams(url))).toEqual(filter);
});

test('requests the file with the filters, without the page', () => {
  const filter = ledgerFilterOf(new URLSearchParams('?page=3&type=WELCOME&to=2026-03-02'));
  expect(csvAddress(filter)).toBe('/user/downloadTransactions?type=WELCOME&to=2026-03-02');
});
