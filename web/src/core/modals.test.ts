import { expect, test } from 'vitest';
import { openAuth, useModals } from './modals.ts';

test('every flag starts closed; the chat starts open, and the balance can be updated', () => {
  expect(useModals.getInitialState()).toEqual({
    isAuthOpen: false,
    isLoginMode: false,
    isCloseTicketOpen: false,
    isProvablyFairOpen: false,
    isWithdrawOpen: false,
    itemToWithdraw: undefined,
    isSellOpen: false,
    itemToSellId: undefined,
    isBalanceOpen: false,
    isCreateRoomOpen: false,
    isRealityCheckOpen: false,
    isChatOpen: true,
    isBalanceUpdatable: true,
  });
});

test('the auth modal opens in the mode that was asked for', () => {
  openAuth('login');
  expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isLoginMode: true });
  openAuth('signup');
  expect(useModals.getState()).toMatchObject({ isAuthOpen: true, isLoginMode: false });
});
