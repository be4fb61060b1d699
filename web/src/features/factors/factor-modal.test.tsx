import { adjustBalance } from '@karat/contract/adjustments';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { call, onStaleSecondFactor } from '#core/api.ts';
import { requestFactor } from '#core/modals.ts';
import { refusal, renderInApp, stubServer } from '#testing/test-utils.tsx';
import { FactorModal } from './factor-modal.tsx';

const stale = refusal(403, 'stale_second_factor', 'Enter a code of your authenticator app again.');
const adjustment = { userId: 7, amount: 100, reason: 'a lost bet' };
const path = '/admin/adjustBalance';

let isFresh: boolean;
beforeEach(() => {
  isFresh = false;
  onStaleSecondFactor(requestFactor);
});

function open() {
  const requests = stubServer({
    [`POST ${path}`]: () => (isFresh ? { body: { message: 'done' } } : stale),
    'POST /auth/verifySecondFactor': () => {
      isFresh = true;
      return { body: { message: 'ok' } };
    },
  });
  const view = renderInApp(<FactorModal />);
  const options = { idempotencyKey: 'key-1' };
  return {
    requests,
    ...view,
    outcome: call(adjustBalance, { body: adjustment }, options).catch((error: Error) => error),
  };
}

test('asks for a code and repeats the refused call with the same body and key', async () => {
  const { user, requests, outcome } = open();
  await user.type(await screen.findByLabelText('Code of the app, or a recovery code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await outcome).toMatchObject({ message: 'done' });
  expect(requests.map((request) => request.path)).toEqual([path, '/auth/verifySecondFactor', path]);
  expect(requests[2]).toEqual(requests[0]);
});

test('refuses the call when the modal is closed', async () => {
  const { user, requests, outcome } = open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await outcome).toMatchObject({ code: 'stale_second_factor' });
  expect(requests).toHaveLength(1);
});

test('shows a wrong code and stays open', async () => {
  const { user } = open();
  stubServer({ 'POST /auth/verifySecondFactor': refusal(400, 'wrong_code', 'The code is wrong.') });
  await user.type(await screen.findByLabelText('Code of the app, or a recovery code'), '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('The code is wrong.')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});
