import type { CurrentRound, ProvenRound } from '@karat/contract/roulette';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { useRoulette } from '#features/roulette/roulette.ts';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { proofFromJson } from './proof-kinds.ts';
import { RoundPage } from './round-page.tsx';
import { parseVerifierUrl } from './verifier-url.ts';

const round = exampleRound(3);

function toCurrentRound(shown: ProvenRound): CurrentRound {
  const total = { amount: 0, bets: 0, players: 0 };
  return {
    ...shown,
    now: shown.createdAt,
    closesAt: '2026-03-03T14:05:29.000Z',
    drawnAt: null,
    settledAt: null,
    spinMs: 7_000,
    pauseMs: 3_000,
    betMax: 1_000,
    betsMax: 100,
    bettors: [],
    totals: { red: total, green: total, black: total },
  };
}

beforeEach(() => {
  useRoulette.setState(useRoulette.getInitialState(), true);
  useRoulette.setState({ round: toCurrentRound(exampleRound(9)) });
});

function open(url: string) {
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[url]}>
        <Routes>
          <Route path="/fair/round/:roundId" element={<RoundPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return user;
}

/** Serves the round and the previous one. */
function stubRounds(shown: ProvenRound, before: ProvenRound = exampleRound(shown.k - 1)) {
  return stubServer({
    [`GET /roulette/getRound/${shown.id}`]: { body: { data: shown } },
    [`GET /roulette/getRound/${shown.id - 1}`]: { body: { data: before } },
  });
}

async function states() {
  const list = await screen.findByRole('list', { name: 'Checks for this round' });
  return within(list)
    .getAllByRole('listitem')
    .map((tick) => tick.dataset['state']);
}

const stateOf = (name: string) => document.querySelector<HTMLElement>(`[data-tick=${name}]`)?.dataset['state'];

test('shows three checks, number and inputs of a finished round, linked to the previous round', async () => {
  stubRounds(round);
  open('/fair/round/43');
  expect(await states()).toEqual(Array(3).fill('right'));
  expect(screen.getByText('Result: 2, Red')).toBeTruthy();
  for (const text of [round.hash, round.seed, round.salt, round.terminal]) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/Seeded locally, no public event/)).toBeTruthy();
  expect(screen.getByText('none')).toBeTruthy();
  expect(await screen.findByText('The hash of this round is the seed of round #42.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Previous round/ }).getAttribute('href')).toBe('/fair/round/42');
  expect(screen.getByRole('link', { name: /Next round/ }).getAttribute('href')).toBe('/fair/round/44');
});

test('follows the chain to its published end on request, without a call', async () => {
  const requests = stubRounds(round);
  const user = open('/fair/round/43');
  await screen.findByText('The hash of this round is the seed of round #42.');
  const calls = requests.length;
  await user.click(screen.getByRole('button', { name: 'Follow the chain to its published end' }));
  expect(await screen.findByText('Reached the published end of the chain after 3 hashes.')).toBeTruthy();
  expect(stateOf('chain')).toBe('right');
  expect(requests.length).toBe(calls);
});

test('warns of a chain that ends elsewhere', async () => {
  stubRounds({ ...round, terminal: round.hash });
  const user = open('/fair/round/43');
  await user.click(await screen.findByRole('button', { name: 'Follow the chain to its published end' }));
  expect(await screen.findByText(/does not lead to the published end/)).toBeTruthy();
  expect(stateOf('chain')).toBe('wrong');
});

test('marks a changed round, names the input that may be wrong, and breaks the link to the previous round', async () => {
  const other = exampleRound(5);
  stubRounds({ ...round, seed: other.seed, hash: other.hash });
  open('/fair/round/43');
  expect(await states()).toEqual(['right', 'wrong', 'right']);
  expect(screen.getByText('The salt, beacon, position in the chain or winning number looks wrong.')).toBeTruthy();
  expect(await screen.findByText('The hash of this round is not the seed of round #42.')).toBeTruthy();
  expect(stateOf('link')).toBe('wrong');
});

test.each([
  ['is its published end', exampleRound(1), 'right'],
  ['must be its published end', { ...exampleRound(1), terminal: round.hash }, 'wrong'],
])('the hash of the first round of a chain %s, without another request', async (_, first, state) => {
  const requests = stubServer({ 'GET /roulette/getRound/41': { body: { data: first } } });
  open('/fair/round/41');
  await states();
  expect(stateOf('link')).toBe(state);
  expect(requests).toHaveLength(1);
});

test('hides the seed of an open round, leads to the end by its hash, and checks it once drawn', async () => {
  let shown: ProvenRound = exampleOpenRound(3);
  stubServer({
    'GET /roulette/getRound/43': () => ({ body: { data: shown } }),
    'GET /roulette/getRound/42': { body: { data: exampleRound(2) } },
  });
  const user = open('/fair/round/43');
  expect(await states()).toEqual(Array(3).fill('waiting'));
  expect(screen.getByText('shown when betting closes')).toBeTruthy();
  expect(screen.getByText('No result yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Follow the chain to its published end' }));
  expect(await screen.findByText('Reached the published end of the chain after 2 hashes.')).toBeTruthy();

  shown = { ...round, state: 'ROLLING' };
  act(() => dispatch('ROULETTE_ROUND', { round: toCurrentRound(shown) }));
  expect(await screen.findByText(round.seed)).toBeTruthy();
  expect(await states()).toEqual(Array(3).fill('right'));
  expect(stateOf('chain')).toBeUndefined();
});

test('has no next link on the newest round', async () => {
  useRoulette.setState({ round: toCurrentRound(round) });
  stubRounds(round);
  open('/fair/round/43');
  await states();
  expect(screen.queryByRole('link', { name: /Next round/ })).toBeNull();
});

test('says why a round was refunded, and promises no seed', async () => {
  const refunded = { ...exampleOpenRound(3), state: 'REFUNDED' as const, refundReason: 'The seed cannot be read.' };
  stubRounds(refunded, { ...exampleOpenRound(2), state: 'REFUNDED' });
  open('/fair/round/43');
  expect(await screen.findByText('Bets were refunded')).toBeTruthy();
  expect(screen.getByText('The seed cannot be read.', { exact: false })).toBeTruthy();
  expect(screen.getByText('no longer available')).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Checks for this round' })).toBeNull();
  expect(stateOf('link')).toBe('waiting');
});

test('includes all inputs in the download and in the verifier link', async () => {
  stubRounds(round);
  open('/fair/round/43');
  const download = await screen.findByRole('link', { name: 'Download as JSON' });
  const [, json = ''] = download.getAttribute('href')!.split('application/json,');
  expect(JSON.parse(decodeURIComponent(json))).toEqual(round);
  const [, values = ''] = screen.getByRole('link', { name: 'Open in the verifier' }).getAttribute('href')!.split('#');
  expect(proofFromJson(parseVerifierUrl(`#${values}`) ?? '')).toEqual({
    name: 'round',
    typed: {
      seed: round.seed,
      hash: round.hash,
      salt: round.salt,
      beacon: '',
      k: '3',
      winnerNumber: '2',
      winnerColor: 'red',
    },
  });
});

test.each(['/fair/round/0', '/fair/round/abc', '/fair/round/1e3'])('sends no request for %s', (url) => {
  const requests = stubServer({});
  open(url);
  expect(screen.getByText('This round does not exist.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('shows its own view for an unknown round', async () => {
  stubServer({ 'GET /roulette/getRound/43': refusal(404, 'not_found', 'Round not found.') });
  open('/fair/round/43');
  expect(await screen.findByText('This round does not exist.')).toBeTruthy();
});

test('offers a retry for a round that cannot be loaded', async () => {
  stubServer({ 'GET /roulette/getRound/43': 'unreachable' });
  open('/fair/round/43');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});
