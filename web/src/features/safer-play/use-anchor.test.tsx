import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { exampleSaferPlay } from '#testing/safer-play.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { SaferPlayPage } from './safer-play-page.tsx';

const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
const panel = (name: string) => screen.findByRole('region', { name });

beforeEach(async () => {
  stubServer({
    'GET /auth/me': { body: { data: demoPlayer } },
    'GET /user/limits': { body: { data: exampleSaferPlay() } },
  });
  await loadSession();
});
afterEach(() => void scrolled.mockClear());

test('scrolls to and focuses a linked panel, each time the link is followed', async () => {
  const { router } = visit('/safer-play', <SaferPlayPage />, '/safer-play#break');
  const pause = await panel('Take a break');
  await waitFor(() => expect(document.activeElement).toBe(pause));
  expect(scrolled.mock.contexts).toEqual([pause]);
  await act(() => router.navigate('/safer-play#limits'));
  expect(document.activeElement).toBe(await panel('Your limits'));
  await act(() => router.navigate('/safer-play#limits'));
  expect(scrolled).toHaveBeenCalledTimes(3);
});

test('moves neither the page nor the focus on Back', async () => {
  const { router } = visit('/safer-play', <SaferPlayPage />, '/safer-play');
  await panel('Your limits');
  await act(() => router.navigate('/safer-play#break'));
  await act(() => router.navigate('/elsewhere'));
  scrolled.mockClear();
  await act(() => router.navigate(-1));
  await panel('Take a break');
  expect(scrolled).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(document.body);
});
