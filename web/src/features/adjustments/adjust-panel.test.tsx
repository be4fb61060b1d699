import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, refusal, stubServer } from '#testing/world.tsx';
import { AdjustPanel } from './adjust-panel.tsx';

const CALL = 'POST /admin/adjustBalance';
const good = { 'Player id': '7', Amount: '-500', Reason: 'Paid twice by mistake' };

async function review(values: Partial<typeof good> = {}) {
  const { user } = draw(<AdjustPanel />);
  for (const [label, value] of Object.entries({ ...good, ...values }))
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
])('%s "%s" says "%s", and nothing is asked', async (label, value, sentence) => {
  const sent = stubServer({});
  await review({ [label]: value });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([]);
});

test('an adjustment is reviewed, confirmed, and sent once with its key', async () => {
  const sent = stubServer({
    [CALL]: { body: { message: 'ok', data: { userId: 7, balance: 99_500, state: 'done', adjustmentId: 4 } } },
  });
  const user = await review();
  expect(await screen.findByText('500 diamonds are taken from player 7.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.dblClick(screen.getByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText('Player 7 now has 99.500 diamonds.')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual([{ userId: 7, amount: -500, reason: 'Paid twice by mistake' }]);
  expect(sent[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/);
});

test('confirming again after a lost answer carries the same key', async () => {
  const answers = ['unreachable' as const, refusal(409, 'insufficient_balance', 'Not enough diamonds.')];
  const sent = stubServer({ [CALL]: () => answers.shift()! });
  const user = await review();
  await user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText('The balance could not be adjusted.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText('Not enough diamonds.')).toBeTruthy();
  expect(sent[0]?.headers['Idempotency-Key']).toBe(sent[1]?.headers['Idempotency-Key']);
});

test('one that is too large for one person says that it waits', async () => {
  const data = { userId: 7, balance: 100, state: 'waiting', adjustmentId: 9 };
  stubServer({ [CALL]: { body: { message: 'Waiting for a second admin.', data } } });
  const user = await review({ Amount: '5000000' });
  await user.click(await screen.findByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText('It waits for a second admin. Nothing has moved yet.')).toBeTruthy();
});

test('on the page of one player it is theirs', async () => {
  const data = { userId: 7, balance: 600, state: 'done', adjustmentId: 4 };
  const sent = stubServer({ [CALL]: { body: { message: 'ok', data } } });
  const { user } = draw(<AdjustPanel user={{ id: 7, username: 'kaan_tr' }} />);
  expect(screen.queryByLabelText('Player id')).toBeNull();
  await user.type(screen.getByLabelText('Amount'), '500');
  await user.type(screen.getByLabelText('Reason'), 'A late prize');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText('500 diamonds are added to kaan_tr.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Adjust balance' }));
  expect(await screen.findByText('kaan_tr now has 600 diamonds.')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ userId: 7, amount: 500, reason: 'A late prize' });
});
