import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openAuth, useModals } from './modals.ts';
import { useAccount, useSession } from './session.ts';
import { usePlayerAction } from './use-player-action.ts';

beforeEach(() => {
  useAccount.setState({ isLoaded: false });
  useSession.setState({ isLoggedIn: false });
  useModals.setState({ isAuthOpen: false, isLoginMode: false });
});

const answer = (isLoggedIn: boolean) =>
  act(() => {
    useSession.setState({ isLoggedIn });
    // Loading the session sets it twice.
    useAccount.setState({ isLoaded: true });
    useAccount.setState({ isLoaded: true });
  });

const mount = () => {
  const action = vi.fn();
  const { result } = renderHook(() => usePlayerAction(action, () => openAuth('login')));
  return { action, result };
};

test.each([
  ['runs for a player', true, 1, false],
  ['asks a visitor to sign in', false, 0, true],
])('%s who pressed before the session was known, once', (_, isLoggedIn, runs, isAuthOpen) => {
  const { action, result } = mount();
  for (let press = 0; press < 3; press++) act(() => result.current.onPress());
  expect([result.current.isWaiting, action.mock.calls.length, useModals.getState().isAuthOpen]).toEqual([
    true,
    0,
    false,
  ]);
  answer(isLoggedIn);
  expect(result.current.isWaiting).toBe(false);
  expect([action.mock.calls.length, useModals.getState().isAuthOpen]).toEqual([runs, isAuthOpen]);
});

test('runs with what was pressed last', () => {
  const action = vi.fn<(color: string) => void>();
  const { result } = renderHook(() => usePlayerAction(action, () => openAuth('login')));
  for (const color of ['red', 'green']) act(() => result.current.onPress(color));
  answer(true);
  act(() => result.current.onPress('black'));
  expect(action.mock.calls).toEqual([['green'], ['black']]);
});

test('does nothing without a press, and runs at once when the session is known', () => {
  const { action, result } = mount();
  answer(true);
  expect(action).not.toHaveBeenCalled();
  act(() => result.current.onPress());
  act(() => result.current.onPress());
  expect(action).toHaveBeenCalledTimes(2);
});
