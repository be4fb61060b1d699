import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { RouterProvider } from 'react-router/dom';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { setModalState } from '#core/modals.ts';
import { createQueryClient } from '#core/query-client.ts';
import { clearSession, loadSession, completeSignIn } from '#core/session.ts';
import { useClaimable } from '#features/missions/claimable.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { createRouter } from './router.tsx';

async function visit(url: string, player: typeof demoPlayer | null = null) {
  stubServer({
    'GET /auth/me': { body: { data: player } },
    'GET /auth/sessions': { body: { data: [] } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /case/getAllCases': {
      body: { data: [], pagination: { totalResults: 0, resultsPerPage: 20, currentPage: 1 } },
    },
    'GET /auth/getTickets': { body: { tickets: [] } },
    'GET /auth/getTicketById/12': refusal(404, 'not_found', 'Ticket not found.'),
    'GET /admin/getAllTickets': {
      body: { data: [], pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 } },
    },
    'GET /admin/getRouletteRoundById/3': refusal(404, 'not_found', 'Round not found.'),
    'GET /user/getCaseByName/Neon%20Hive%25': refusal(404, 'not_found', 'Case not found.'),
  });
  window.history.replaceState(null, '', url);
  await loadSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const heading = () => screen.findByRole('heading', { level: 1 });
const canonical = () => document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
const sideMenu = () => within(screen.getByRole('navigation', { name: 'Main menu' }));

test('an unknown path is not found and has one link back', async () => {
  await visit('/nowhere');
  expect((await heading()).textContent).toBe('Page could not found.');
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
});

test.each([
  ['/profile', '/profile', 'Profile', 'My Profile – Karat'],
  ['/profilim', '/profile', 'Profile', 'My Profile – Karat'],
  ['/guvenlik', '/security', 'Profile', 'Security – Karat'],
  ['/oyungecmisim', '/oyungecmisim', 'Profile', 'Game history – Karat'],
  ['/destek', '/support', 'Support', 'Support – Karat'],
  ['/destek/12', '/support/12', 'Support', 'Support ticket – Karat'],
  ['/case/Neon%20Hive%25', '/case/Neon%20Hive%25', 'Cases', 'Case: Neon Hive% – Karat'],
])('%s is the page %s, highlighted under %s', async (url, path, entry, title) => {
  await visit(url, demoPlayer);
  await heading();
  expect(canonical()).toBe(`http://localhost:3000${path}`);
  expect(sideMenu().getByRole('link', { current: 'page' }).textContent).toBe(entry);
  await waitFor(() => expect(document.title).toBe(title));
});

test('profile pages ask a visitor to sign in, and the menu does not offer them', async () => {
  await visit('/profile');
  expect((await heading()).textContent).toBe('Sign in to see this page.');
  expect(sideMenu().queryByRole('link', { name: 'Profile' })).toBeNull();
  expect(sideMenu().queryByRole('link', { name: 'Inventory' })).toBeNull();
});

test('the side menu has the entries of the specification in its order, two of them only for players', async () => {
  await visit('/faq', demoPlayer);
  await heading();
  const entries = () =>
    sideMenu()
      .getAllByRole('link')
      .map((link) => link.textContent);
  const forPlayers = ['Profile', 'Inventory'];
  const specified = ['Duellos', 'Market', 'Missions', 'Cases', ...forPlayers, 'Support', 'F.A.Q'];
  const forAll = [...specified, 'Roulette', 'Leaderboard'];
  expect(entries()).toEqual(forAll);
  clearSession();
  await waitFor(() => expect(entries()).toEqual(forAll.filter((entry) => !forPlayers.includes(entry))));
});

test('the missions in the menu say how many rewards can be claimed', async () => {
  await visit('/faq', demoPlayer);
  await heading();
  const missions = () => sideMenu().getByRole('link', { name: /^Missions/ });
  const menu = () => screen.getByRole('button', { name: /^Menu/ });
  expect([missions().textContent, menu().textContent]).toEqual(['Missions', 'Menu']);
  act(() => useClaimable.setState({ count: 2 }));
  expect([missions().textContent, menu().textContent]).toEqual([
    '2Missions (2 rewards to claim)',
    '2Menu (2 rewards to claim)',
  ]);
  act(() => useClaimable.setState({ count: 0 }));
});

test.each(['/', '/cases', '/faq', '/profile', '/nowhere'])(
  'the top bar of %s has the brand, a link to /',
  async (url) => {
    await visit(url);
    await heading();
    const brand = within(screen.getAllByRole('banner')[0]!).getByRole('link', { name: 'Karat' });
    expect(brand.getAttribute('href')).toBe('/');
  },
);

test('the footer has About, Privacy Policy, Licensing, Contact and the copyright', async () => {
  await visit('/faq');
  await heading();
  const footer = within(screen.getByRole('contentinfo'));
  for (const [name, place] of [
    ['About', 'about'],
    ['Privacy Policy', 'privacy'],
    ['Licensing', 'licensing'],
    ['Contact', 'contact'],
  ]) {
    expect(footer.getByRole('link', { name: name! }).getAttribute('href')).toBe(`/faq#${place}`);
    // The target of the link exists.
    expect(document.getElementById(place!)).not.toBeNull();
  }
  expect(footer.getByText(new RegExp(`© ${new Date().getFullYear()} Karat`))).toBeTruthy();
});

test('a player who signs out on a profile page is asked to sign in', async () => {
  await visit('/profile', demoPlayer);
  expect((await heading()).textContent).toBe('kaan_tr');
  clearSession();
  await waitFor(async () => expect((await heading()).textContent).toBe('Sign in to see this page.'));
});

test('the panel is for admins; others go to the start page', async () => {
  await visit('/admin', demoPlayer);
  expect((await heading()).textContent).toBe('Duellos');
  expect(window.location.pathname).toBe('/');
});

const admin = { ...demoPlayer, role: 'admin', isAdmin: true, staffRole: 'admin' as const };
const adminTabs = () => within(screen.getByRole('navigation', { name: 'Admin pages' }));

test('an admin who reloads on the panel stays there, with the tickets first', async () => {
  await visit('/admin', admin);
  expect((await heading()).textContent).toBe('Ticketlar');
  expect(window.location.pathname).toBe('/admin');
  expect(
    adminTabs()
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Support tickets', 'Transactions', 'Items', 'Cases', 'Users', 'Games', 'Logs', 'Missions']);
});

test.each([
  ['/admin', 'Support tickets'],
  ['/admin/transactions', 'Transactions'],
  ['/admin/users', 'Users'],
  ['/admin/logs', 'Logs'],
  ['/admin/missions', 'Missions'],
  ['/admin/game/3', 'Games'],
  ['/admin/oyun/3', 'Games'],
])('%s is highlighted as "%s" and has that title', async (url, tab) => {
  await visit(url, admin);
  await heading();
  expect(adminTabs().getByRole('link', { current: 'page' }).textContent).toBe(tab);
  await waitFor(() => expect(document.title).toBe(`${tab} · Admin – Karat`));
});

test('every tab of the panel sends a player to the start page', async () => {
  await visit('/admin/cases', demoPlayer);
  expect((await heading()).textContent).toBe('Duellos');
  expect(window.location.pathname).toBe('/');
});

test.each([
  ['/admin/reports', 'Reports'],
  ['/admin/adjustments', 'Adjustments'],
  ['/admin/trades', 'Trade offers'],
  ['/admin/listings', 'Listings'],
  ['/admin/prices', 'Prices'],
  ['/admin/server', 'Game server'],
])('%s is in the menu too, below the tabs', async (url, name) => {
  await visit('/admin', admin);
  await heading();
  const moreLinks = within(screen.getByRole('navigation', { name: 'More admin pages' }));
  expect(moreLinks.getByRole('link', { name }).getAttribute('href')).toBe(url);
  expect(moreLinks.queryByRole('link', { current: 'page' })).toBeNull();
});

const expectDialog = () => screen.findByRole('dialog');

test.each([
  ['staff goes to the panel', admin, '/admin/logs', '?day=2026-01-01'],
  ['a player stays there', demoPlayer, '/', ''],
])('a visitor of the panel is asked to sign in on the start page: %s', async (_, person, path, search) => {
  await visit('/admin/logs?day=2026-01-01');
  await expectDialog();
  expect(window.location.pathname).toBe('/');
  stubServer({
    'GET /auth/me': { body: { data: person } },
    'GET /case/getLatestDrops': { body: { data: [] } },
  });
  await act(async () => {
    setModalState('isAuthOpen', false);
    await completeSignIn({ token: 't', user: person });
  });
  await waitFor(() => expect([window.location.pathname, window.location.search]).toEqual([path, search]));
});

test('staff who sign out on the panel go to the start page and are not asked to sign in', async () => {
  await visit('/admin', admin);
  await heading();
  act(() => clearSession());
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a navigation moves the focus to the heading', async () => {
  const user = await visit('/');
  await heading();
  await user.click(sideMenu().getByRole('link', { name: 'Missions' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Missions'));
});

test('the title counts unread notifications', async () => {
  await visit('/cases', demoPlayer);
  await heading();
  dispatch('NOTIFICATION', {
    data: [{ id: 1, isRead: false, icon: '', title: '', message: '', updatedAt: new Date().toISOString() }],
  });
  await waitFor(() => expect(document.title).toBe('(1) Cases – Karat'));
});

test('shows the result of the Steam sign-in once and removes it from the URL', async () => {
  await visit('/cases?signin=linked', demoPlayer);
  expect(await screen.findByText('Your Steam account is linked.')).toBeTruthy();
  await waitFor(() => expect(window.location.search).toBe(''));
});

test('ignores a URL that falsely claims a sign-in', async () => {
  await visit('/cases?signin=ok');
  await waitFor(() => expect(window.location.search).toBe(''));
  expect(screen.queryByText('Giriş basarılı! Hoşgeldiniz.')).toBeNull();
});

test('confirms a logout after the server has answered', async () => {
  const user = await visit('/faq', demoPlayer);
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>();
  await user.click(await screen.findByRole('button', { name: 'Account menu of kaan_tr' }));
  const entry = await screen.findByRole('menuitem', { name: 'Logout' });
  stubServer({ 'GET /auth/logout': () => promise });
  await user.click(entry);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(screen.queryByText('You are signed out.')).toBeNull();
  resolve({ body: { message: 'ok' } });
  expect(await screen.findByText('You are signed out.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in with Steam' })).toBeTruthy();
});

test('bell and user menu close each other', async () => {
  const user = await visit('/', demoPlayer);
  await user.click(await screen.findByRole('button', { name: 'Notifications' }));
  await screen.findByRole('dialog', { name: 'Notifications' });
  const account = screen.getByRole('button', { name: 'Account menu of kaan_tr' });
  expect(account.textContent).toContain('kaan_tr');
  expect(account.querySelector('img')?.getAttribute('src')).toBe('/img/avatar/7.webp');
  await user.click(account);
  const menu = await screen.findByRole('menu');
  const entries = within(menu).getAllByRole('menuitem');
  expect(entries.map((entry) => entry.textContent)).toEqual(['Profil', 'Support', 'Inventory', 'F.A.Q', 'Logout']);
  expect(entries.slice(0, 4).map((entry) => entry.getAttribute('href'))).toEqual([
    '/profile',
    '/destek',
    '/inventory',
    '/faq',
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  await screen.findByRole('dialog', { name: 'Notifications' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});
