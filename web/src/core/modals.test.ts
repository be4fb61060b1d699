import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openAuth, setModalState, useChatClosed, useModals } from './modals.ts';

afterEach(() => setModalState('isChatOpen', true));

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

const isChatOpen = () => useModals.getState().isChatOpen;

test('closes the chat while a page needs its place, and opens it again', () => {
  const { rerender, unmount } = renderHook(({ isClosed }) => useChatClosed(isClosed), {
    initialProps: { isClosed: false },
  });
  expect(isChatOpen()).toBe(true);
  rerender({ isClosed: true });
  expect(isChatOpen()).toBe(false);
  rerender({ isClosed: false });
  expect(isChatOpen()).toBe(true);
  rerender({ isClosed: true });
  unmount();
  expect(isChatOpen()).toBe(true);
});

test('leaves a chat closed that the user had closed', () => {
  setModalState('isChatOpen', false);
  renderHook(() => useChatClosed(true)).unmount();
  expect(isChatOpen()).toBe(false);
});
