import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createBrowserRouter, createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { FaqPage } from './faq-page.tsx';

const scrollIntoView = vi.fn<() => void>();

beforeEach(() => {
  // jsdom has no layout and so no scrolling.
  Element.prototype.scrollIntoView = scrollIntoView;
  scrollIntoView.mockClear();
});

afterEach(() => setLanguage('mixed'));

function open(url: string) {
  const router = createMemoryRouter([{ path: '/faq', element: <FaqPage /> }], { initialEntries: [url] });
  render(<RouterProvider router={router} />);
  // A navigation is complete when its effects have run, so nothing has to be awaited.
  return { router, user: userEvent.setup(), go: (to: string) => act(() => router.navigate(to)) };
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no #${id}`);
  return found;
}

const question = (id: string) => element(`${id}-question`);
const isOpen = (id: string) => question(id).getAttribute('aria-expanded') === 'true' && !element(`${id}-answer`).hidden;
const box = () => screen.getByRole<HTMLInputElement>('textbox');

test('closes every answer at first', () => {
  open('/faq');
  expect(document.querySelectorAll('[aria-expanded="false"]').length).toBeGreaterThan(30);
  expect(document.querySelector('[aria-expanded="true"]')).toBeNull();
});

test('opens and closes an answer by keyboard', async () => {
  const { user } = open('/faq');
  question('sign-up').focus();
  await user.keyboard('{Enter}');
  expect(isOpen('sign-up')).toBe(true);
  expect(question('sign-up').getAttribute('aria-controls')).toBe('sign-up-answer');
  await user.keyboard(' ');
  expect(isOpen('sign-up')).toBe(false);
  expect(element('sign-up-answer').hidden).toBe(true);
});

test.each([
  'about',
  'privacy',
  'licensing',
  'contact',
  'fairness',
  'limits',
  'roulette',
  'roulette-fairness',
  'duels',
  'chat',
  'missions',
  'balance-history',
])('opens the answer of #%s, scrolls to it and focuses it', (anchor) => {
  open(`/faq#${anchor}`);
  expect(isOpen(anchor)).toBe(true);
  expect(document.activeElement).toBe(question(anchor));
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test.each(['limits', 'breaks', 'reality-check', 'help'])('links the answer #%s to its page', (anchor) => {
  open(`/faq#${anchor}`);
  const answer = element(`${anchor}-answer`);
  expect(answer.querySelector('a[href="/safer-play"]')?.textContent).toContain('Open the Safer play page');
});

test('ignores an unknown anchor', () => {
  open('/faq#%E0%A4%A');
  expect(document.querySelector('[aria-expanded="true"]')).toBeNull();
});

test('opens another answer by link, and again when it is followed again', async () => {
  const { go, user } = open('/faq#about');
  await go('/faq#privacy');
  expect([isOpen('about'), isOpen('privacy')]).toEqual([true, true]);
  await user.click(question('privacy'));
  expect(isOpen('privacy')).toBe(false);
  await go('/faq#privacy');
  expect(isOpen('privacy')).toBe(true);
});

test('opens an answer when the hash changes in the address bar', async () => {
  window.history.replaceState(null, '', '/faq#about');
  render(<RouterProvider router={createBrowserRouter([{ path: '/faq', element: <FaqPage /> }])} />);
  expect(isOpen('about')).toBe(true);
  for (const id of ['privacy', 'duels']) {
    // Notifies the page as a browser does: by popstate, without a state.
    act(() => {
      window.location.hash = id;
    });
    // The focus follows in an effect.
    await waitFor(() => expect(document.activeElement).toBe(question(id)));
    expect(isOpen(id)).toBe(true);
  }
  window.history.replaceState(null, '', '/');
});

test('filters answers by words, counts them, and stores the search in the URL', async () => {
  const { router, user } = open('/faq');
  await user.type(box(), 'entry fee WINNERS');
  expect(screen.getByText('1 answer found').role).toBe('status');
  expect(isOpen('entry-fee')).toBe(true);
  await user.click(question('entry-fee'));
  expect(isOpen('entry-fee')).toBe(false);
  expect(document.getElementById('topic-roulette')).toBeNull();
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('entry fee WINNERS');
  await user.click(screen.getByLabelText('Clear'));
  expect(document.getElementById('topic-roulette')).not.toBeNull();
  expect(router.state.location.search).toBe('');
});

test('says that nothing was found, and offers all questions', async () => {
  const { user } = open('/faq?q=zzz');
  expect(screen.getByText('No answer matches “zzz”.')).toBeDefined();
  await user.click(screen.getByText('Show all questions'));
  expect(box().value).toBe('');
  expect(document.getElementById('topic-roulette')).not.toBeNull();
});

test('ends a search that would hide the linked answer', async () => {
  const { go } = open('/faq?q=roulette');
  expect(document.getElementById('privacy')).toBeNull();
  await go('/faq#privacy');
  expect(isOpen('privacy')).toBe(true);
  expect(box().value).toBe('');
});

test("moves to a topic's heading by its link", async () => {
  const { user } = open('/faq');
  await user.click(within(screen.getByLabelText('Topics')).getByText('Duels'));
  expect(document.activeElement).toBe(element('topic-duels-title'));
});

test('is complete in Turkish, and searchable without Turkish letters', async () => {
  await setLanguage('tr');
  const { user } = open('/faq');
  await user.type(box(), 'SIFIRLAMA BAGLANTISI');
  expect(question('forgotten-password').textContent).toContain('Parolamı unuttum.');
  expect(isOpen('forgotten-password')).toBe(true);
});

test('uses each id once', () => {
  open('/faq');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
});
