import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch, useConnection } from '#core/socket.ts';
import { renderInApp } from '#testing/test-utils.tsx';
import { OnlineCount } from './online-count.tsx';

test('shows people and sandbox players apart, without zeros', () => {
  renderInApp(
    <p data-testid="header">
      <OnlineCount />
    </p>,
  );
  const shown = () => screen.getByTestId('header').textContent;
  const shownFor = (count: number, sandbox: number) => {
    act(() => dispatch('ONLINE_COUNT', { count, sandbox }));
    return shown();
  };
  expect(shown()).toBe('');
  expect(shownFor(3, 12)).toBe('3 online +12 sandbox');
  expect(shownFor(1_284, 0)).toBe('1.284 online');
  expect(shownFor(0, 12)).toBe('+12 sandbox');
  expect(shownFor(0, 0)).toBe('');
  shownFor(3, 12);
  act(() => useConnection.setState({ isLost: true }));
  expect(shown()).toBe('');
});
