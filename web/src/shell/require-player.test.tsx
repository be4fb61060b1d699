import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#core/query-client.ts';
import { clearSession, loadSession } from '#core/session.ts';
import { NO_BREAKS, useBreaks } from '#features/safer-play/breaks.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { createRouter } from './router.tsx';

afterEach(() => {
  act(() => {
    clearSession();
    useBreaks.setState(NO_BREAKS);
  });
});

async function visit(url: string, player: typeof demoPlayer | null = null) {
  stubServer({
    'GET /auth/me': { body: { data: player } },
    'GET /auth/sessions': { body: { data: [] } },
    'GET /auth/getTickets': { body: { tickets: [] } },
  });
  window.history.replaceState(null, '', url);
  await loadSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>,
  );
}

test.each(['/safer-play', '/guvenli-oyun'])(
  'a visitor at %s sees what can be set and where to find help',
  async (url) => {
    await visit(url);
    expect(await screen.findByRole('heading', { level: 1, name: 'Safer play' })).toBeTruthy();
    expect(screen.getByText('Self-exclusion')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Gambling Therapy/ })).toBeTruthy();
    expect(screen.getByText(/^Sign in to set your own rules\./)).toBeTruthy();
  },
);

const in9Days = new Date(Date.now() + 9 * 24 * 60 * 60_000).toISOString();

test.each([
  ['break', { breakUntil: in9Days, excludedUntil: null }, /^Your break lasts until .* You cannot play or deposit/],
  ['exclusion', { breakUntil: null, excludedUntil: in9Days }, /^You have excluded yourself until/],
])('a %s shows on every page, with a link to its settings', async (_, rests, sentence) => {
  await visit('/support', demoPlayer);
  act(() => useBreaks.setState(rests));
  const line = await screen.findByText(sentence);
  expect(line.querySelector('a')!.getAttribute('href')).toBe('/safer-play');
  act(() => useBreaks.setState(NO_BREAKS));
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});
