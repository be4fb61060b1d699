import { expect, test } from 'vitest';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { dispatch } from './socket.ts';
import { setModalState } from './modals.ts';
import { loadSession, useSession } from './session.ts';

async function signIn() {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
}

test('a balance is shown immediately', async () => {
  await signIn();
  dispatch('BALANCE_UPDATE', { balance: 900, version: 4 });
  expect(useSession.getState().balance).toBe(900);
});

test('holds back the newest balance during a reveal and shows it afterwards', async () => {
  await signIn();
  setModalState('isBalanceUpdatable', false);
  dispatch('BALANCE_UPDATE', { balance: 900, version: 4 });
  dispatch('BALANCE_UPDATE', { balance: 4_900, version: 6 });
  dispatch('BALANCE_UPDATE', { balance: 1_000, version: 5 });
  expect(useSession.getState().balance).toBe(1_500);
  setModalState('isBalanceUpdatable', true);
  expect(useSession.getState().balance).toBe(4_900);
});

test('a visitor has no balance to update', () => {
  dispatch('BALANCE_UPDATE', { balance: 900, version: 4 });
  expect(useSession.getState().balance).toBe(0);
});
