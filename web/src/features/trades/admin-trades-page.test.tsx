import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { exampleOffer, staffOffer } from '#testing/trades.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminTradesPage } from './admin-trades-page.tsx';

type Answers = Parameters<typeof stubServer>[0];

const ALL = 'GET /admin/getAllTradeOffers';
const waiting = staffOffer(5, { kind: 'withdrawal', state: 'AWAITING_APPROVAL', amount: 250_000, attempts: 0 });
const flagged = [{ id: 9, username: 'umut', isSandbox: false, flaggedAt: '2026-03-03T12:00:00.000Z' }];

const reply = (data = [waiting], overrides: object = {}) => ({
  body: {
    data,
    pagination: { totalResults: data.length, resultsPerPage: 20, currentPage: 1 },
    waiting: data.filter(({ state }) => state === 'AWAITING_APPROVAL').length,
    flagged: [],
    ...overrides,
  },
});

function open(answers: Answers = {}) {
  const requests = stubServer({ [ALL]: reply(), ...answers });
  return {
    ...renderInApp(<AdminTradesPage />),
    requests,
    posts: () => requests.filter(({ method }) => method === 'POST'),
  };
}

test('shows offers that wait for approval first, and approves one with one click', async () => {
  let data = [waiting];
  const held = Promise.withResolvers<void>();
  const { user, posts } = open({
    [ALL]: () => reply(data),
    'POST /admin/approveWithdrawal/5': async () => {
      await held.promise;
      data = [staffOffer(5, { kind: 'withdrawal', state: 'CREATED' })];
      return { body: { message: 'Approved.' } };
    },
  });
  await screen.findByText('Waiting for approval');
  const queue = within(screen.getByRole('region', { name: /^Waiting for approval/ }));
  await user.dblClick(queue.getByRole('button', { name: 'Approve offer #5' }));
  held.resolve();
  expect(await screen.findByText('Offer #5 was approved.')).toBeTruthy();
  expect(posts()).toHaveLength(1);
});

test('requires a reason to cancel an offer', async () => {
  const { user, posts } = open({
    [ALL]: reply([staffOffer(6)]),
    'POST /admin/cancelTradeOffer/6': { body: { message: 'Cancelled.' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Cancel offer #6' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Cancel offer #6' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel the offer' }));
  expect(await dialog.findByText('Reason is required.')).toBeTruthy();
  expect(posts()).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Sent by mistake');
  await user.click(dialog.getByRole('button', { name: 'Cancel the offer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts()[0]?.body).toEqual({ reason: 'Sent by mistake' });
});

test('clears a flag with a reason', async () => {
  const { user, posts } = open({
    [ALL]: reply([], { flagged }),
    'POST /admin/clearFlag': { body: { message: 'Cleared.' } },
  });
  await user.click(await screen.findByRole('button', { name: 'Clear flag of umut' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Paid back');
  await user.click(screen.getByRole('button', { name: 'Clear the flag' }));
  expect(await screen.findByText('umut can trade again.')).toBeTruthy();
  expect(posts()[0]?.body).toEqual({ userId: 9, reason: 'Paid back' });
});

test('an offer shows what staff need: player, skins, amount, state, code, attempts and reason', async () => {
  const skins = [...exampleOffer(1).skins, ...exampleOffer(2).skins];
  open({ [ALL]: reply([staffOffer(7, { state: 'FAILED', attempts: 4, reason: 'No such skin.', skins })]) });
  const row = within(await screen.findByRole('row', { name: /#7/ }));
  for (const text of [
    'kaan_tr',
    'P250 | Sand 1 (Field-Tested) and 1 more',
    'Failed',
    'K7QX-1007',
    '4 attempts',
    'No such skin.',
  ])
    expect(row.getByText(text)).toBeTruthy();
  expect(row.getByRole('button', { name: 'Check again: offer #7' })).toBeTruthy();
  expect(row.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test('filters on the server', async () => {
  const { user, requests } = open();
  await screen.findByRole('region', { name: /^All offers/ });
  await user.click(screen.getByRole('button', { name: /^Kind/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Withdrawal' }));
  await waitFor(() => expect(requests.some(({ path }) => path.includes('kind=withdrawal'))).toBe(true));
});

test('fetches the list again when any offer changes', async () => {
  let data = [waiting];
  open({ [ALL]: () => reply(data) });
  await connectSocket();
  act(() => fakeSocket.simulateConnect());
  await screen.findByRole('region', { name: /^Waiting for approval/ });
  data = [staffOffer(5, { kind: 'withdrawal', state: 'SENT' })];
  act(() => fakeSocket.receive('TRADE_OFFERS_CHANGED', {}));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Waiting for approval/ })).toBeNull());
  expect(screen.getByText('Sent')).toBeTruthy();
});

test('shows an error when the list cannot be loaded', async () => {
  open({ [ALL]: refusal(500, 'internal', 'Something went wrong.') });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
});
