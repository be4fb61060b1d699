import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { connectSocket, dispatch } from '#core/socket.ts';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { FairPage } from './fair-page.tsx';
import { verifierUrl } from './verifier-url.ts';

const books = {
  at: '2026-03-03T14:05:09.000Z',
  movements: 3,
  totals: [],
  accounts: [],
  sum: 0,
  isHalted: false,
  lastAudit: null,
  seals: [],
};
const round = exampleRound(3);
const chain = {
  id: 2,
  terminal: round.terminal,
  length: 1_000,
  createdAt: '2026-03-01T12:00:00.000Z',
  salt: round.salt,
  saltedAt: '2026-03-01T12:00:01.000Z',
  rounds: 3,
  refundedRounds: 0,
  isCurrent: true,
};
const refunded = { ...exampleOpenRound(2), state: 'REFUNDED', refundReason: 'The seed cannot be read.' };

const listOf = (data: readonly unknown[], totalResults = data.length) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage: 1 } },
});

function stub(chains: readonly unknown[], rounds: () => readonly unknown[], totalResults?: number) {
  return stubServer({
    'GET /fair/getBooks': { body: { data: books } },
    'GET /fair/getChains': { body: { data: chains } },
    'GET /roulette/getRounds': () => listOf(rounds(), totalResults),
  });
}

function open(url = '/fair') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[url]}>
        <FairPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

test('shows end, salt and its origin, and the played and refunded rounds of a chain', async () => {
  stub([chain, { ...chain, id: 1, isCurrent: false, rounds: 40, refundedRounds: 1 }], () => [round, refunded]);
  open();
  expect(await screen.findByText('Chain #2')).toBeTruthy();
  expect(screen.getByText('In use')).toBeTruthy();
  expect(screen.getByText('3 rounds')).toBeTruthy();
  expect(screen.getAllByText(round.terminal)).toHaveLength(2);
  expect(screen.getAllByText(round.salt)).toHaveLength(2);
  expect(screen.getAllByText(/^Seeded locally, no public event/)).toHaveLength(2);
  expect(screen.getByText(/93,33\s% of all bets are paid back.*1 round was refunded\./)).toBeTruthy();
});

test('links each of the latest rounds to its proof, also a refunded one', async () => {
  stub([chain], () => [round, refunded]);
  open();
  expect((await screen.findByRole('link', { name: /^#43 2, Red/ })).getAttribute('href')).toBe('/fair/round/43');
  expect(screen.getByRole('link', { name: /^#42 Refunded/ })).toBeTruthy();
  expect(screen.getByText(/No round has been refunded\./)).toBeTruthy();
});

test('lists a round as soon as it ends, and older rounds on further pages', async () => {
  let rounds = [round];
  const requests = stub([chain], () => rounds, 21);
  const user = open();
  await screen.findByRole('link', { name: /#43/ });
  rounds = [exampleRound(4), round];
  const total = { amount: 0, bets: 0, players: 0 };
  act(() =>
    dispatch('ROULETTE_ROUND', {
      round: {
        ...exampleRound(4),
        now: round.createdAt,
        closesAt: round.createdAt,
        drawnAt: round.createdAt,
        settledAt: round.createdAt,
        spinMs: 0,
        pauseMs: 0,
        betMax: 1,
        betsMax: 100,
        bettors: [],
        totals: { red: total, green: total, black: total },
      },
    }),
  );
  expect(await screen.findByRole('link', { name: /#44/ })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Older' }));
  expect(await screen.findByText('2 of 3')).toBeTruthy();
  expect(requests.some(({ path }) => path === '/roulette/getRounds?page=2&limit=10')).toBe(true);
});

test('lists a round that ended before the first connection', async () => {
  let rounds = [round];
  stub([chain], () => rounds);
  open();
  await screen.findByRole('link', { name: /#43/ });
  rounds = [exampleRound(4), round];
  await connectSocket();
  act(() => fakeSocket.simulateConnect());
  expect(await screen.findByRole('link', { name: /#44/ })).toBeTruthy();
});

test('shows the hash of the last sealed month of each table', async () => {
  stubServer({
    'GET /fair/getBooks': {
      body: {
        data: { ...books, seals: [{ table: 'openings', until: '2026-03-01T00:00:00.000Z', hash: 'ab'.repeat(32) }] },
      },
    },
    'GET /fair/getChains': { body: { data: [] } },
    'GET /roulette/getRounds': listOf([]),
  });
  open();
  expect(await screen.findByText('Case openings before 1 March 2026')).toBeTruthy();
  expect(screen.getByText('ab'.repeat(32))).toBeTruthy();
});

test('says that there is no chain and no round yet', async () => {
  stub([], () => []);
  open();
  expect(await screen.findByText('No chain has been published yet.')).toBeTruthy();
  expect(await screen.findByText('No finished rounds yet.')).toBeTruthy();
});

test('offers a retry for chains that cannot be loaded, and shows the rest of the page', async () => {
  stubServer({
    'GET /fair/getBooks': { body: { data: books } },
    'GET /fair/getChains': 'unreachable',
    'GET /roulette/getRounds': listOf([round]),
  });
  open();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByLabelText('A roll as JSON')).toBeTruthy();
});

test('fills the form from the URL and checks it', async () => {
  stub([chain], () => [round]);
  open(verifierUrl(round));
  const list = screen.getByRole('list', { name: 'Checks for this round' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByLabelText('Seed')).toHaveProperty('value', round.seed);
  await screen.findByText('Chain #2');
});

test.each(['#verify=%E0%A4%A', '#verify=nonsense', '#books'])(
  'leaves the form empty for a URL with %s',
  async (hash) => {
    stub([chain], () => [round]);
    open(`/fair${hash}`);
    expect(screen.getByLabelText('Server seed')).toHaveProperty('value', '');
    await screen.findByText('Chain #2');
  },
);
