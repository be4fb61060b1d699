import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useConnection } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { ProfileLayout } from './profile-layout.tsx';

test('shows avatar, name, and a dot for the connection state', async () => {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
  const { container } = visit('/profile', <ProfileLayout />, '/profile');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('kaan_tr');
  expect(container.querySelector('header img')?.getAttribute('src')).toBe('/img/avatar/7.webp');
  const dot = () => screen.getByText(/^O(n|ff)line$/).firstElementChild!;
  expect(dot().parentElement?.textContent).toBe('Online');
  expect(dot().classList).toContain('bg-success');
  act(() => useConnection.setState({ isLost: true }));
  expect(dot().parentElement?.textContent).toBe('Offline');
  expect(dot().classList).not.toContain('bg-success');
});

test('leads to the choices about the public profile', async () => {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
  visit('/profile', <ProfileLayout />, '/profile');
  expect(screen.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/profile#public-profile');
});
