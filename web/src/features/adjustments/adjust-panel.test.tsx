import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AdjustPanel } from './adjust-panel.tsx';

const CALL = 'POST /admin/adjustBalance';
const TERMS = 'GET /admin/getAdjustmentTerms/7';
const termsReply = (overrides: object = {}) => ({
  body: {
    data: {
      userId: 7,
      username: 'kaan_tr',
      isSandbox: false,
      balance: 100_000,
      approvalAbove: 100_000,
      given: 0,
      taken: 0,
      ...overrides,
    },
  },
});
/** The requests that change something, without the lookups. */
const posted = (requests: ReturnType<typeof stubServer>) => requests.filter(({ method }) => method === 'POST');
const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Adjust balance' });
async function readyToConfirm() {
  await waitFor(async () => expect((await confirm()).disabled).toBe(false));
  return confirm();
}

const validForm = { 'Player id': '7', Amount: '-500', Reason: 'Paid twice by mistake' };

async function review(values: Partial<typeof validForm> = {}) {
  const { user } = renderInApp(<AdjustPanel />);
  for (const [label, value] of Object.entries({ ...validForm, ...values }))
    if (value !== '') await user.type(screen.getByLabelText(label), value);
  await user.click(screen.getByRole('button', { name: 'Review' }));
  return user;
}

test.each([
  ['Player id', '', 'Invalid id.'],
  ['Player id', '-3', 'Invalid id.'],
  ['Amount', '', 'Amount must be a whole number.'],
  ['Amount', '0.5', 'Amount must be a whole number.'],
  ['Amount', '0', 'Amount must not be 0.'],
  ['Reason', '  ', 'Reason is required.'],
])('%s "%s" shows "%s" and opens no confirmation', async (label, value, sentence) => {
  const requests = stubServer({});
  await review({ [label]: value });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests).toEqual([]);
});

test('reviews, confirms and sends an adjustment once with its key', async () => {
  const requests = stubServer({
    [TERMS]: termsReply(),
    [CALL]: { body: { message: 'ok', data: { userId: 7, balance: 99_500, state: 'done', adjustmentId: 4 } } },
  });
  const user = await review();
  expect(await screen.findByText('500 diamonds will be taken from player 7.')).toBeTruthy();
  expect(await screen.findByText('Current balance', { exact: false })).toBeTruthy();
  expect([screen.getByText('100.000'), screen.getByText('99.500')]).toHaveLength(2);
  expect(posted(requests)).toEqual([]);
  await user.dblClick(await readyToConfirm());
  expect(await screen.findByText('Player 7 now has 99.500 diamonds.')).toBeTruthy();
  expect(posted(requests).map(({ body }) => body)).toEqual([
    { userId: 7, amount: -500, reason: 'Paid twice by mistake' },
  ]);
  expect(posted(requests)[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test('repeats the key when confirming again after a lost response', async () => {
  const answers = ['unreachable' as const, refusal(409, 'insufficient_balance', 'Not enough diamonds.')];
  const requests = stubServer({ [TERMS]: termsReply(), [CALL]: () => answers.shift()! });
  const user = await review();
  await user.click(await readyToConfirm());
  expect(await screen.findByText('The balance could not be adjusted.')).toBeTruthy();
  await user.click(await readyToConfirm());
  expect(await screen.findByText('Not enough diamonds.')).toBeTruthy();
  const [first, second] = posted(requests);
  expect(second?.headers['Idempotency-Key']).toBe(first!.headers['Idempotency-Key']);
});

test('says that a change too large for one admin waits', async () => {
  const data = { userId: 7, balance: 100, state: 'waiting', adjustmentId: 9 };
  stubServer({ [TERMS]: termsReply(), [CALL]: { body: { message: 'Waiting for a second person.', data } } });
  const user = await review({ Amount: '5000000' });
  await user.click(await readyToConfirm());
  expect(await screen.findByText('Waiting for a second person. Nothing has changed yet.')).toBeTruthy();
});

test('adjusts the player of the page', async () => {
  const data = { userId: 7, balance: 600, state: 'done', adjustmentId: 4 };
  const requests = stubServer({ [TERMS]: termsReply({ balance: 100 }), [CALL]: { body: { message: 'ok', data } } });
  const { user } = renderInApp(<AdjustPanel user={{ id: 7, username: 'kaan_tr', isSandbox: false }} />);
  expect(screen.queryByLabelText('Player id')).toBeNull();
  await user.type(screen.getByLabelText('Amount'), '500');
  await user.type(screen.getByLabelText('Reason'), 'A late prize');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText('500 diamonds will be added to kaan_tr.')).toBeTruthy();
  await user.click(await readyToConfirm());
  expect(await screen.findByText('kaan_tr now has 600 diamonds.')).toBeTruthy();
  expect(posted(requests)[0]?.body).toEqual({ userId: 7, amount: 500, reason: 'A late prize' });
});

test.each([
  ['100001', {}, 'More than 100.000 diamonds: a second person must approve it first.'],
  [
    '60000',
    { given: 50_000 },
    'With 50.000 diamonds from your last 24 hours, this exceeds 100.000. A second person must approve it first.',
  ],
  [
    '-60000',
    { taken: 50_000 },
    'With 50.000 diamonds from your last 24 hours, this exceeds 100.000. A second person must approve it first.',
  ],
])('says that a change of %s with %j needs a second person', async (amount, terms, sentence) => {
  stubServer({ [TERMS]: termsReply(terms) });
  await review({ Amount: amount });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((await readyToConfirm()).disabled).toBe(false);
});

test.each([
  ['100000', {}],
  ['-50000', { given: 90_000 }],
])('says that a change of %s with %j needs no approval', async (amount, terms) => {
  stubServer({ [TERMS]: termsReply(terms) });
  await review({ Amount: amount });
  await readyToConfirm();
  expect(screen.queryByText('second person', { exact: false })).toBeNull();
});

test('marks an amount above the balance, and disables the button', async () => {
  const requests = stubServer({ [TERMS]: termsReply({ balance: 499 }) });
  const user = await review();
  expect(await screen.findByText('kaan_tr has only 499 diamonds. You cannot take more.')).toBeTruthy();
  expect((await confirm()).disabled).toBe(true);
  await user.click(await confirm());
  expect(posted(requests)).toEqual([]);
});

test('says that a player does not exist before the confirmation', async () => {
  stubServer({ [TERMS]: refusal(404, 'not_found', 'User not found.') });
  await review();
  expect(await screen.findByText('User not found.')).toBeTruthy();
  expect((await confirm()).disabled).toBe(true);
});

test('allows the request when the balance cannot be looked up', async () => {
  stubServer({ [TERMS]: 'unreachable' });
  await review();
  expect(
    await screen.findByText('The balance could not be loaded. The change is checked when you confirm it.', undefined, {
      timeout: 5_000,
    }),
  ).toBeTruthy();
  expect((await confirm()).disabled).toBe(false);
});
