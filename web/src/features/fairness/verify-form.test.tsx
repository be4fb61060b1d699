import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleRoll } from '#testing/rolls.ts';
import { exampleOpenRound, exampleRound } from '#testing/rounds.ts';
import { renderInApp, stubServer } from '#testing/test-utils.tsx';
import { FairPage } from './fair-page.tsx';
import { VerifyForm } from './verify-form.tsx';

const paste = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const states = () =>
  within(screen.getByRole('list', { name: 'Checks for this roll' }))
    .getAllByRole('listitem')
    .map((tick) => tick.dataset['state']);

const fields: readonly [label: string, value: string][] = [
  ['Server seed', exampleRoll.serverSeed],
  ['Server seed hash', exampleRoll.serverSeedHash],
  ['Client seed', exampleRoll.clientSeed],
  ['Browser entropy', exampleRoll.entropy],
  ['Nonce', '0'],
  ['Case table', exampleRoll.caseCanon],
  ['Version hash', exampleRoll.caseHash],
  ['Ticket', '4390'],
  ['Item number', '1'],
];

beforeEach(() => {
  // Plain http has no web cryptography, and the form needs none.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
});

test('checks a pasted roll immediately, without web cryptography and without a call', () => {
  const requests = stubServer({});
  renderInApp(<VerifyForm />);
  paste('A roll as JSON', JSON.stringify(exampleRoll));
  expect(states()).toEqual(Array(5).fill('right'));
  expect(screen.getByLabelText('Ticket')).toHaveProperty('value', '4390');
  expect(requests).toEqual([]);
});

test('checks a typed roll on request', async () => {
  const { user } = renderInApp(<VerifyForm />);
  for (const [label, value] of fields) paste(label, value);
  expect(screen.queryByRole('list')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(states()).toEqual(Array(5).fill('right'));
  expect(screen.getByText('All five checks passed. This roll was not altered.')).toBeTruthy();
});

test('fails a changed field, and clears the verdict on the next change', async () => {
  const { user } = renderInApp(<VerifyForm />);
  paste('A roll as JSON', JSON.stringify(exampleRoll));
  paste('Nonce', '3');
  expect(screen.queryByRole('list')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(states()).toEqual(['right', 'right', 'right', 'wrong', 'right']);
  expect(screen.getByText('1 check of five failed.')).toBeTruthy();
});

test('leaves two checks waiting without the seed', async () => {
  const { user } = renderInApp(<VerifyForm />);
  for (const [label, value] of fields) paste(label, label === 'Server seed' ? '' : value);
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(states()).toEqual(['waiting', 'right', 'right', 'waiting', 'right']);
});

test('focuses the first invalid field', async () => {
  const { user } = renderInApp(<VerifyForm />);
  paste('A roll as JSON', JSON.stringify({ ...exampleRoll, entropy: 'xyz' }));
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Browser entropy'));
  expect(screen.queryByRole('list')).toBeNull();
});

test('says that a text holds no roll or round', () => {
  renderInApp(<VerifyForm />);
  paste('A roll as JSON', '{"ticket": 1');
  expect(screen.getByText('This text contains no roll or round.')).toBeTruthy();
});

describe('a round', () => {
  const round = exampleRound(1);
  const roundFields: readonly [label: string, value: string][] = [
    ['Seed', round.seed],
    ['Seed hash', round.hash],
    ['Chain salt', round.salt],
    ['Beacon', ''],
    ['Position in the chain', '1'],
    ['Winning number', '12'],
    ['Winning colour', 'black'],
  ];
  const roundStates = () =>
    within(screen.getByRole('list', { name: 'Checks for this round' }))
      .getAllByRole('listitem')
      .map((tick) => tick.dataset['state']);

  test('is recognised when pasted in place of a roll, and checked immediately', () => {
    const requests = stubServer({});
    renderInApp(<VerifyForm />);
    paste('A roll as JSON', JSON.stringify({ data: round }));
    expect(roundStates()).toEqual(Array(3).fill('right'));
    expect(screen.getByLabelText('Roulette round')).toHaveProperty('checked', true);
    expect(screen.getByLabelText('Winning number')).toHaveProperty('value', '12');
    expect(requests).toEqual([]);
  });

  test('is checked on request when typed', async () => {
    const { user } = renderInApp(<VerifyForm />);
    await user.click(screen.getByLabelText('Roulette round'));
    for (const [label, value] of roundFields) paste(label, value);
    expect(screen.queryByRole('list')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(roundStates()).toEqual(Array(3).fill('right'));
    expect(screen.getByText('All three checks passed. This round was not altered.')).toBeTruthy();
  });

  test('fails when changed, and names the input that may be wrong', async () => {
    const { user } = renderInApp(<VerifyForm start="round" />);
    paste('A round as JSON', JSON.stringify(round));
    paste('Winning colour', 'red');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(roundStates()).toEqual(['right', 'right', 'wrong']);
    expect(screen.getByText('The winning colour looks wrong.')).toBeTruthy();
  });

  test('requires a number once there is a seed', async () => {
    const { user } = renderInApp(<VerifyForm start="round" />);
    paste('A round as JSON', JSON.stringify({ ...round, winnerNumber: null }));
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Winning number'));
    paste('A round as JSON', JSON.stringify(exampleOpenRound(1)));
    expect(roundStates()).toEqual(Array(3).fill('waiting'));
  });
});

const books = {
  at: '2026-03-03T14:05:09.000Z',
  movements: 3,
  totals: [
    { kind: 'players', total: 100_000 },
    { kind: 'house', total: -100_000 },
  ],
  accounts: [{ name: 'house:promo', total: -100_000 }],
  sum: 0,
  isHalted: false,
  lastAudit: null,
  seals: [],
};

test.each([
  ['The books balance.', {}],
  ['The books do not balance. Games are paused until staff have checked.', { sum: 1 }],
  ['The books do not balance. Games are paused until staff have checked.', { isHalted: true }],
])('shows the books: %s', async (words, change) => {
  stubServer({ 'GET /fair/getBooks': { body: { data: { ...books, ...change } } } });
  renderInApp(<FairPage />);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText('-100.000')).toBeTruthy();
});

test('explains, verifies, and offers the offline verifier', () => {
  stubServer({ 'GET /fair/getBooks': { body: { data: books } } });
  renderInApp(<FairPage />);
  expect(screen.getAllByRole('listitem').length).toBeGreaterThanOrEqual(8);
  expect(screen.getByRole('link', { name: /Verifier for the browser/ }).getAttribute('href')).toBe(
    '/verify/karat-verify.html',
  );
  expect(screen.getByLabelText('A roll as JSON')).toBeTruthy();
});
