import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { NotificationsBell } from './notifications-bell.tsx';
import { useNotifications } from './notifications.ts';

const note = (id: number, isRead: boolean) => ({
  id,
  isRead,
  icon: 'gift',
  title: `Title ${id}`,
  message: `Message ${id}`,
  updatedAt: new Date(Date.now() - id * 60_000).toISOString(),
});

function Bell() {
  const [isOpen, setOpen] = useState(false);
  return <NotificationsBell isOpen={isOpen} onOpenChange={setOpen} />;
}

async function openPanel() {
  const { user } = renderInApp(<Bell />);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  return { user, panel: await screen.findByRole('dialog', { name: 'Notifications' }) };
}

test('titles the panel Notifications, and says that the list is empty', async () => {
  const requests = stubServer({});
  useNotifications.setState({ notifications: [] });
  const { panel } = await openPanel();
  expect(within(panel).getByRole('heading', { name: 'Notifications' })).toBeTruthy();
  expect(within(panel).getByText('Seems like there is no notifications.')).toBeTruthy();
  expect(requests).toEqual([]);
});

test('sends every unread id in one request on opening, and marks all as read', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const requests = stubServer({ 'PUT /auth/markAsRead': { body: { message: 'ok' } } });
  useNotifications.setState({ notifications: [note(5, false), note(6, true), note(7, false)] });
  const { user } = await openPanel();
  await waitFor(() => expect(useNotifications.getState().notifications.every(({ isRead }) => isRead)).toBe(true));
  expect(requests.map(({ body }) => body)).toEqual([{ notificationIds: [5, 7] }]);
  // The response is only logged.
  expect(log.mock.calls).toEqual([['Notifications marked as read', { message: 'ok' }]]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(requests).toHaveLength(1);
  log.mockRestore();
});

test('only logs a failure, and keeps list and dot', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ 'PUT /auth/markAsRead': refusal(500, 'internal', 'Something went wrong.') });
  useNotifications.setState({ notifications: [note(5, false)] });
  await openPanel();
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('Failed to mark notifications as read', 'Something went wrong.'),
  );
  expect(useNotifications.getState().notifications[0]?.isRead).toBe(false);
  expect(screen.getByTestId('unread-dot')).toBeTruthy();
  expect(screen.queryByText('Something went wrong.')).toBeNull();
  log.mockRestore();
});

test('lists entries newest first, with title, message and age', async () => {
  stubServer({});
  useNotifications.setState({ notifications: [note(3, true), note(9, true)] });
  const { panel } = await openPanel();
  const entries = within(panel).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Title 3Message 33 minutes ago',
    'Title 9Message 99 minutes ago',
  ]);
});

test.each([
  ['gift', 'lucide-gift'],
  ['ticket', 'lucide-life-buoy'],
  ['nothing of ours', 'lucide-bell'],
])('shows the icon of an entry about a %s', async (icon, drawn) => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon }] });
  const { panel } = await openPanel();
  const entry = within(panel).getByRole('listitem');
  expect(entry.querySelector('svg')?.classList.contains(drawn)).toBe(true);
});

test('shows a URL as a picture, and a bell if it does not load', async () => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon: '/img/skin/1-256.webp' }] });
  const { panel } = await openPanel();
  const entry = within(panel).getByRole('listitem');
  expect(entry.querySelector('img')?.getAttribute('src')).toBe('/img/skin/1-256.webp');
  fireEvent.error(entry.querySelector('img')!);
  expect(entry.querySelector('svg')?.classList.contains('lucide-bell')).toBe(true);
});

test('shows the dot only while the newest is unread', () => {
  useNotifications.setState({ notifications: [] });
  renderInApp(<Bell />);
  const isDotted = (...notifications: ReturnType<typeof note>[]) => {
    act(() => useNotifications.setState({ notifications }));
    return screen.queryByTestId('unread-dot') !== null;
  };
  expect(isDotted()).toBe(false);
  expect(isDotted(note(1, true), note(2, false))).toBe(false);
  expect(isDotted(note(1, false), note(2, true))).toBe(true);
  expect(isDotted(note(1, true), note(2, true))).toBe(false);
});

test('marks notifications that arrive while the panel is open as read together', async () => {
  const requests = stubServer({ 'PUT /auth/markAsRead': { body: { message: 'ok' } } });
  useNotifications.setState({ notifications: [note(5, false)] });
  const { panel } = await openPanel();
  await waitFor(() => expect(requests).toHaveLength(1));
  for (const id of [6, 7, 8]) act(() => dispatch('ADD_NOTIFICATION', { data: note(id, false) }));
  expect(within(panel).getAllByRole('listitem')).toHaveLength(4);
  await waitFor(() => expect(useNotifications.getState().notifications.every(({ isRead }) => isRead)).toBe(true), {
    timeout: 5_000,
  });
  expect(requests.map(({ body }) => body)).toEqual([{ notificationIds: [5] }, { notificationIds: [8, 7, 6] }]);
});

test('does not retry a failure until the panel is opened again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const requests = stubServer({ 'PUT /auth/markAsRead': 'unreachable' });
  useNotifications.setState({ notifications: [note(5, false)] });
  const { user } = await openPanel();
  await waitFor(() => expect(log).toHaveBeenCalledOnce());
  act(() => dispatch('NOTIFICATION', { data: [note(5, false)] }));
  expect(requests).toHaveLength(1);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  await waitFor(() => expect(requests).toHaveLength(2));
  log.mockRestore();
});

test.each([
  ['mission', '/missions'],
  ['ticket', '/support'],
  ['sale', '/inventory'],
  ['diamond', '/profile#balance-history'],
])('links an entry about a %s to %s, and closes the panel', async (icon, url) => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon }] });
  const { user, panel } = await openPanel();
  const link = within(panel).getByRole('link', { name: /Title 1/ });
  expect(link.getAttribute('href')).toBe(url);
  await user.click(link);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('links an entry about a room to that room, or nowhere without a number', async () => {
  stubServer({});
  const [won, nameless] = [note(1, true), note(2, true)];
  useNotifications.setState({
    notifications: [
      { ...won, icon: 'room', title: 'You won room #57' },
      { ...nameless, icon: 'room' },
    ],
  });
  const { panel } = await openPanel();
  const links = within(panel).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/room/57']);
});

test.each([
  ['market', 'Sold on the market', '/listings?view=closed'],
  ['market', 'Buy order filled', '/inventory'],
  ['warning', 'A deposit was reversed', '/profile#balance-history'],
])('links, of the entries about the %s, "%s" to %s', async (icon, title, url) => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon, title }] });
  const { panel } = await openPanel();
  expect(within(panel).getByRole('link').getAttribute('href')).toBe(url);
});

test.each([
  ['listing', '/listings?view=closed'],
  ['order-filled', '/inventory'],
  ['order-closed', '/listings?tab=orders&view=closed'],
  ['withdrawal', '/inventory'],
  ['deposit-reversed', '/profile#balance-history'],
  ['withdrawal-reversed', '/support'],
])('links an entry with the icon %s to %s in every language', async (icon, url) => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon, title: 'Başlık' }] });
  const { panel } = await openPanel();
  const entry = within(panel).getByRole('link', { name: /Başlık/ });
  expect(entry.getAttribute('href')).toBe(url);
  expect(entry.querySelector('.lucide-bell')).toBeNull();
});

test('renders no link for an entry without a page', async () => {
  stubServer({});
  useNotifications.setState({ notifications: [{ ...note(1, true), icon: 'constructor' }] });
  const { panel } = await openPanel();
  expect(within(panel).queryByRole('link')).toBeNull();
});
