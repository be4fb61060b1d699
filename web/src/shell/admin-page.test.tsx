import type { StaffRole } from '@karat/contract/staff';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider } from 'react-router/dom';
import { expect, test } from 'vitest';
import { createQueryClient } from '#core/query-client.ts';
import { endSession, loadSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { createRouter } from './router.tsx';

const EMPTY = { body: { data: [], pagination: { totalResults: 0, resultsPerPage: 10, currentPage: 1 } } };

const personWith = (staffRole: StaffRole | null) => {
  const isAdmin = staffRole === 'admin';
  return { ...demoPlayer, role: isAdmin ? 'admin' : 'user', isAdmin, staffRole };
};

async function visit(url: string, staffRole: StaffRole | null) {
  const requests = stubServer({
    'GET /auth/me': { body: { data: personWith(staffRole) } },
    'GET /case/getLatestDrops': { body: { data: [] } },
    'GET /room/getActiveRooms': { body: { data: [] } },
    'GET /admin/getAllTickets': EMPTY,
    'GET /admin/getAllTransactions': EMPTY,
    'GET /admin/getOpenedCases': EMPTY,
    'GET /admin/getAllUsers': EMPTY,
  });
  window.history.replaceState(null, '', url);
  await loadSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>,
  );
  return requests;
}

const linksOf = (name: string): (string | null)[] => {
  const list = screen.queryByRole('navigation', { name });
  if (list === null) return [];
  return within(list)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

test.each<[StaffRole, tabs: string[], more: string[]]>([
  ['support', ['Support tickets', 'Transactions', 'Cases', 'Users', 'Games'], ['Listings']],
  ['moderator', ['Support tickets', 'Transactions', 'Cases', 'Users', 'Games'], ['Listings', 'Game server']],
  ['finance', ['Transactions', 'Cases', 'Users', 'Games'], ['Reports', 'Adjustments', 'Trade offers', 'Listings']],
  [
    'admin',
    ['Support tickets', 'Transactions', 'Items', 'Cases', 'Users', 'Games', 'Logs', 'Missions'],
    ['Reports', 'Adjustments', 'Trade offers', 'Listings', 'Prices', 'Game server', 'Switches', 'Alarms'],
  ],
])('%s sees only the tabs of the role', async (staffRole, tabs, more) => {
  await visit('/admin/transactions', staffRole);
  await screen.findByRole('heading', { level: 1 });
  expect(linksOf('Admin pages')).toEqual(tabs);
  expect(linksOf('More admin pages')).toEqual(more);
});

test('the panel opens with the first page of a role without tickets, and does not request them', async () => {
  const requests = await visit('/admin', 'finance');
  await waitFor(() => expect(window.location.pathname).toBe('/admin/transactions'));
  await screen.findByRole('heading', { level: 1 });
  expect(requests.map(({ path }) => path.split('?')[0])).not.toContain('/admin/getAllTickets');
});

test.each<[StaffRole, string]>([
  ['support', '/admin/logs'],
  ['moderator', '/admin/reports'],
  ['finance', '/admin/items'],
])('%s reads on %s that the role does not include the page, which requests nothing', async (staffRole, url) => {
  const requests = await visit(url, staffRole);
  expect(await screen.findByText('Your role does not include this page.')).toBeTruthy();
  // The mark beside the first tab is all that asks.
  const asked = requests.filter(({ path }) => path.startsWith('/admin/') && !path.startsWith('/admin/getAllTickets?'));
  expect(asked).toEqual([]);
});

test('the refused page is in Turkish too', async () => {
  await act(() => setLanguage('tr'));
  await visit('/admin/logs', 'support');
  expect(await screen.findByText('Rolünüz bu sayfayı kapsamıyor.')).toBeTruthy();
  await act(() => setLanguage('mixed'));
});

test('look-ups of cases show only what was opened', async () => {
  const requests = await visit('/admin/cases', 'support');
  expect(await screen.findByText('No opened cases found.')).toBeTruthy();
  expect(requests.map(({ path }) => path.split('?')[0])).not.toContain('/admin/getAllCases');
});

test('moderators see the rooms, but no game servers', async () => {
  const requests = await visit('/admin/server', 'moderator');
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('/room/getActiveRooms'));
  await screen.findByRole('heading', { level: 1 });
  expect(requests.some(({ path }) => path.startsWith('/rcon/'))).toBe(false);
});

test('a session that ends hides the panel, and one that returns without a role leaves it', async () => {
  await visit('/admin', 'support');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Ticketlar' });
  act(() => endSession());
  await waitFor(() => expect(heading.closest('[hidden]')).not.toBeNull());
  stubServer({
    'GET /auth/me': { body: { data: personWith(null) } },
    'GET /case/getLatestDrops': { body: { data: [] } },
  });
  await act(() => loadSession());
  await waitFor(() => expect(window.location.pathname).toBe('/'));
});

test.each<[StaffRole | null, boolean]>([
  [null, false],
  ['support', true],
  ['finance', true],
])('the account menu of the role %s offers the panel: %s', async (staffRole, isOffered) => {
  await visit('/faq', staffRole);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Account menu of kaan_tr' }));
  await screen.findByRole('menuitem', { name: 'Logout' });
  expect(screen.queryByRole('menuitem', { name: 'Admin panel' }) !== null).toBe(isOffered);
});
