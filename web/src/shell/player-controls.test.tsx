import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSession } from '#core/session.ts';
import { renderInApp, stubServer } from '#testing/test-utils.tsx';
import { PlayerControls } from './player-controls.tsx';

test('the balance button has no aria-label, which would differ from the number while it counts', () => {
  stubServer({});
  useSession.setState({ isLoggedIn: true, username: 'demo', balance: 1_500 });
  renderInApp(<PlayerControls />);
  const pill = screen.getByRole('button', { name: /^Balance: 1\.500 diamonds\s*Add balance$/ });
  expect(pill.hasAttribute('aria-label')).toBe(false);
});
