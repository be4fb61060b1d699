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

function open(address: string) {
  const router = createMemoryRouter([{ path: '/faq', element: <FaqPage /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  // A navigation is over when its effects are: nothing has to be waited for.
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

test('every answer is closed at first', () => {
  open('/faq');
  expect(document.querySelectorAll('[aria-expanded="false"]').length).toBeGreaterThan(30);
  expect(document.querySelector('[aria-expanded="true"]')).toBeNull();
});

test('a question opens and closes its answer by keyboard', async () => {
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
])('the address #%s opens its answer and brings it into view, with the focus on it', (anchor) => {
  open(`/faq#${anchor}`);
  expect(isOpen(anchor)).toBe(true);
  expect(document.activeElement).toBe(question(anchor));
  expect(scrollIntoView).toHaveBeenCalledOnce();
});

test.each(['limits', 'breaks', 'reality-check', 'help'])('the answer #%s leads to the page it tells of', (anchor) => {
  open(`/faq#${anchor}`);
  const answer = element(`${anchor}-answer`);
  expect(answer.querySelector('a[href="/safer-play"]')?.textContent).toContain('Open the Safer play page');
});

test('an unknown anchor opens nothing and breaks nothing', () => {
  open('/faq#%E0%A4%A');
  expect(document.querySelector('[aria-expanded="true"]')).toBeNull();
});

test('a link to another answer opens it too, and following it again opens it again', async () => {
  const { go, user } = open('/faq#about');
  await go('/faq#privacy');
  expect([isOpen('about'), isOpen('privacy')]).toEqual([true, true]);
  await user.click(question('privacy'));
  expect(isOpen('privacy')).toBe(false);
  await go('/faq#privacy');
  expect(isOpen('privacy')).toBe(true);
});

test('a hash that is changed in the address bar opens its answer', async () => {
  window.history.replaceState(null, '', '/faq#about');
  render(<RouterProvider router={createBrowserRouter([{ path: '/faq', element: <FaqPage /> }])} />);
  expect(isOpen('about')).toBe(true);
  for (const id of ['privacy', 'duels']) {
    // Also tells the page as a browser does: by popstate, without a state.
    act(() => {
      window.location.hash = id;
    });
    await waitFor(() => expect(isOpen(id)).toBe(true));
    expect(document.activeElement).toBe(question(id));
  }
  window.history.replaceState(null, '', '/');
});

test('a search keeps the answers that hold its words, counts them and stands in the address', async () => {
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

test('a search that finds nothing says so and leads back', async () => {
  const { user } = open('/faq?q=zzz');
  expect(screen.getByText('No answer matches “zzz”.')).toBeDefined();
  await user.click(screen.getByText('Show all questions'));
  expect(box().value).toBe('');
  expect(document.getElementById('topic-roulette')).not.toBeNull();
});

test('a link to an answer ends a search that would hide it', async () => {
  const { go } = open('/faq?q=roulette');
  expect(document.getElementById('privacy')).toBeNull();
  await go('/faq#privacy');
  expect(isOpen('privacy')).toBe(true);
  expect(box().value).toBe('');
});

test('a topic link leads to its heading', async () => {
  const { user } = open('/faq');
  await user.click(within(screen.getByLabelText('Topics')).getByText('Duels'));
  expect(document.activeElement).toBe(element('topic-duels-title'));
});

test('the page is whole in Turkish, and found without Turkish letters', async () => {
  await setLanguage('tr');
  const { user } = open('/faq');
  await user.type(box(), 'SIFIRLAMA BAGLANTISI');
  expect(question('forgotten-password').textContent).toContain('Parolamı unuttum.');
  expect(isOpen('forgotten-password')).toBe(true);
});

test('each id stands on the page once', () => {
  open('/faq');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
});
