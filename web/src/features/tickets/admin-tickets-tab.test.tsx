import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { loadSession } from '#core/session.ts';
import { visit } from '#testing/cases.tsx';
import { message, ticketUpdate, ticket } from '#testing/tickets.ts';
import { demoPlayer, refusal, stubServer } from '#testing/test-utils.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { AdminTicketsTab } from './admin-tickets-tab.tsx';
import { AdminWaitingMark } from './admin-waiting-mark.tsx';

const LIST = 'GET /admin/getAllTickets';
const admin = { ...demoPlayer, id: 1, username: 'boss', role: 'admin', isAdmin: true, staffRole: 'admin' as const };

const ticketsReply = (data: ReturnType<typeof ticket>[], totalResults = data.length, currentPage = 1) => ({
  body: { data, pagination: { totalResults, resultsPerPage: 10, currentPage } },
});

async function openPage(answers: Parameters<typeof stubServer>[0], url = '/admin') {
  const requests = stubServer({ 'GET /auth/me': { body: { data: admin } }, ...answers });
  await loadSession();
  return { requests, ...visit('/admin', <AdminTicketsTab />, url) };
}

test('lists tickets with player, state and last update', async () => {
  const unread = ticket(12, { title: 'Where is my knife?', isUnread: true });
  const { requests } = await openPage({ [LIST]: ticketsReply([unread, ticket(3, { isOpen: false })]) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ticketlar' })).toBeTruthy();
  const [first, second] = within(await screen.findByRole('list', { name: 'Player tickets' })).getAllByRole('listitem');
  expect(within(first!).getByRole('link').getAttribute('href')).toBe('/admin?ticket=12');
  expect(within(first!).getByTestId('unread-dot')).toBeTruthy();
  expect(within(first!).getByText('kaan_tr').tagName).toBe('BDI');
  expect(within(first!).getAllByText(formatAdminTime(unread.updatedAt))).toHaveLength(2);
  expect(within(second!).getByText('Closed')).toBeTruthy();
  expect(requests.at(-1)?.path).toBe('/admin/getAllTickets?page=1&limit=10&filter=all');
});

test('stores the filter in the URL, and says when nothing matches', async () => {
  const { user, requests, router } = await openPage({ [LIST]: ticketsReply([]) }, '/admin?page=3');
  expect(await screen.findByText('There are no tickets.')).toBeTruthy();
  const filters = within(screen.getByRole('navigation', { name: 'Tickets by state' }));
  await user.click(filters.getByRole('link', { name: 'Open' }));
  expect(await screen.findByText('No open tickets.')).toBeTruthy();
  expect(router.state.location.search).toBe('?filter=open');
  expect(requests.at(-1)?.path).toBe('/admin/getAllTickets?page=1&limit=10&filter=open');
  await user.click(filters.getByRole('link', { name: 'Closed' }));
  expect(await screen.findByText('No closed tickets.')).toBeTruthy();
  await user.click(filters.getByRole('link', { name: 'All' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('treats an unknown filter as all', async () => {
  const { requests } = await openPage({ [LIST]: ticketsReply([]) }, '/admin?filter=odd');
  await screen.findByText('There are no tickets.');
  expect(requests.at(-1)?.path).toContain('filter=all');
});

test('lists ten per page', async () => {
  const tickets = Array.from({ length: 10 }, (_, index) => ticket(index + 1));
  await openPage({ [LIST]: ticketsReply(tickets, 25) }, '/admin?filter=open');
  expect((await screen.findByRole('link', { name: 'Page 3' })).getAttribute('href')).toBe('/admin?filter=open&page=3');
});

test('shows an error when the list cannot be loaded', async () => {
  await openPage({ [LIST]: refusal(500, 'internal', 'Something went wrong.') });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
});

test('fetches the list again on every event', async () => {
  const answers = [ticketsReply([]), ticketsReply([ticket(5)])];
  await openPage({ [LIST]: () => answers.shift()! });
  await screen.findByText('There are no tickets.');
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(ticket(5))));
  expect(await screen.findByText('Ticket of 5')).toBeTruthy();
});

test('opens a ticket within the panel, and keeps page and filter on the way back', async () => {
  const { user, router } = await openPage(
    { [LIST]: ticketsReply([ticket(5)], 11, 2), 'GET /auth/getTicketById/5': { body: { data: ticket(5) } } },
    '/admin?filter=open&page=2',
  );
  await user.click(await screen.findByRole('link', { name: 'Ticket of 5' }));
  expect(await screen.findByRole('log')).toBeTruthy();
  expect(router.state.location.search).toBe('?filter=open&page=2&ticket=5');
  await user.click(screen.getByRole('link', { name: 'Back to tickets' }));
  expect(router.state.location.search).toBe('?filter=open&page=2');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ticketlar' })).toBeTruthy();
});

test('shows staff answers on the staff side, also those of others', async () => {
  const unanswered = ticket(5);
  const answered = ticket(5, {
    messages: [
      message(1),
      message(2, { username: 'deputy', isStaff: true }),
      message(3, { username: 'boss', isStaff: true }),
    ],
  });
  const { user } = await openPage(
    {
      'GET /auth/getTicketById/5': { body: { data: unanswered } },
      'POST /auth/sendTicketMessage/5': { body: { data: answered } },
    },
    '/admin?ticket=5',
  );
  await user.type(await screen.findByRole('textbox', { name: 'Your message' }), 'On it.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  const [player, deputy, ownMessage] = screen.getAllByRole('listitem');
  expect(within(player!).getByText('kaan_tr')).toBeTruthy();
  expect(within(deputy!).getByText('deputy')).toBeTruthy();
  expect(within(ownMessage!).getByText('You')).toBeTruthy();
  expect([player, deputy, ownMessage].map((each) => each!.className.includes('justify-end'))).toEqual([
    false,
    true,
    true,
  ]);
});

test('links to what the player did on the day of the question and the day before', async () => {
  const asked = ticket(5, { userId: 9, createdAt: '2026-03-01T23:59:00.000Z' });
  await openPage({ 'GET /auth/getTicketById/5': { body: { data: asked } } }, '/admin?ticket=5');
  const link = await screen.findByRole('link', { name: 'Activity of these days' });
  expect(link.getAttribute('href')).toBe('/admin/user/9?from=2026-02-28&to=2026-03-01#activity');
});

test.each(['404', 'x'])('finds no ticket for /admin?ticket=%s', async (id) => {
  await openPage(
    { 'GET /auth/getTicketById/404': refusal(404, 'not_found', 'Ticket not found.') },
    `/admin?ticket=${id}`,
  );
  expect(await screen.findByText('This ticket does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to tickets' }).getAttribute('href')).toBe('/admin');
});

test('marks the tab while a ticket waits, and updates it by events', async () => {
  const answers = [ticketsReply([ticket(5, { isUnread: true })]), ticketsReply([ticket(5)])];
  stubServer({ [LIST]: () => answers.shift()! });
  visit('/', <AdminWaitingMark />, '/');
  expect(await screen.findByText('(unread tickets)')).toBeTruthy();
  act(() => dispatch('TICKET_UPDATED', ticketUpdate(ticket(5), false)));
  await waitFor(() => expect(screen.queryByText('(unread tickets)')).toBeNull());
});
