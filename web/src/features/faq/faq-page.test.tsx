import { cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router';
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

afterEach(async () => {
  cleanup();
  await setLanguage('mixed');
});

function open(address: string) {
  const router = createMemoryRouter([{ path: '/faq', element: <FaqPage /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup() };
}

const question = (name: string | RegExp) => screen.getByRole('button', { name });
const box = () => screen.getByRole('textbox', { name: 'Search the questions' });

test('every answer is closed at first', () => {
  open('/faq');
  const rows = screen.getAllByRole('button');
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => row.getAttribute('aria-expanded') !== 'false')).toEqual([]);
});

test('a question opens and closes its answer by keyboard', async () => {
  const { user } = open('/faq');
  const row = question('How do I get an account?');
  row.focus();
  await user.keyboard('{Enter}');
  expect(row).toHaveProperty('ariaExpanded', 'true');
  expect(document.getElementById(row.getAttribute('aria-controls')!)!.hidden).toBe(false);
  await user.keyboard(' ');
  expect(row.getAttribute('aria-expanded')).toBe('false');
  expect(document.getElementById('sign-up-answer')!.hidden).toBe(true);
});

test.each(['about', 'privacy', 'licensing', 'contact', 'fairness', 'limits', 'duels'])(
  'the address #%s opens its answer and brings it into view, with the focus on it',
  (anchor) => {
    open(`/faq#${anchor}`);
    expect(document.getElementById(`${anchor}-answer`)!.hidden).toBe(false);
    expect(document.activeElement).toBe(document.getElementById(`${anchor}-question`));
    expect(scrollIntoView).toHaveBeenCalledOnce();
  },
);

test('an unknown anchor opens nothing and breaks nothing', () => {
  open('/faq#%E0%A4%A');
  expect(screen.queryByRole('button', { expanded: true })).toBeNull();
});

test('a link to another answer opens it too, and following it again opens it again', async () => {
  const { router, user } = open('/faq#about');
  await router.navigate('/faq#privacy');
  const row = await screen.findByRole('button', { name: /^Privacy Policy/, expanded: true });
  await user.click(row);
  expect(document.getElementById('privacy-answer')!.hidden).toBe(true);
  await router.navigate('/faq#privacy');
  await screen.findByRole('button', { name: /^Privacy Policy/, expanded: true });
});

test('a search keeps the answers that hold its words, counts them and stands in the address', async () => {
  const { router, user } = open('/faq');
  await user.type(box(), 'entry fee WINNERS');
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('1 answer found');
  expect(question('What happens to the entry fee?').getAttribute('aria-expanded')).toBe('true');
  expect(screen.queryByRole('heading', { name: 'Roulette' })).toBeNull();
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('entry fee WINNERS');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole('heading', { name: 'Roulette' })).toBeDefined();
  expect(router.state.location.search).toBe('');
});

test('a search that finds nothing says so and leads back', async () => {
  const { user } = open('/faq?q=zzz');
  expect(screen.getByText('No answer matches “zzz”.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all questions' }));
  expect(box()).toHaveProperty('value', '');
  expect(question('How does roulette work?')).toBeDefined();
});

test('a link to an answer ends a search that would hide it', async () => {
  const { router } = open('/faq?q=roulette');
  await router.navigate('/faq#privacy');
  await screen.findByRole('button', { name: /^Privacy Policy/, expanded: true });
  expect(box()).toHaveProperty('value', '');
});

test('a topic link leads to its heading', async () => {
  const { user } = open('/faq');
  await user.click(within(screen.getByRole('navigation', { name: 'Topics' })).getByRole('link', { name: 'Duels' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Duels' }));
});

test('the page is whole in Turkish, and found without Turkish letters', async () => {
  await setLanguage('tr');
  const { user } = open('/faq');
  await user.type(screen.getByRole('textbox'), 'SIFIRLAMA BAGLANTISI');
  expect(question('Parolamı unuttum. Şimdi ne olacak?').getAttribute('aria-expanded')).toBe('true');
});

test('each id stands on the page once', () => {
  open('/faq');
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  expect(ids.length).toBe(new Set(ids).size);
});
