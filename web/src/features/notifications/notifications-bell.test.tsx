import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { useLive } from '#app/live.ts';
import { draw, refusal, stubServer } from '#testing/world.tsx';
import { NotificationsBell } from './notifications-bell.tsx';

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
  const { user } = draw(<Bell />);
  await user.click(screen.getByRole('button', { name: /^Notifications/ }));
  return { user, panel: await screen.findByRole('dialog', { name: 'Notifications' }) };
}

test('an empty list says so', async () => {
  const sent = stubServer({});
  const { panel } = await openPanel();
  expect(within(panel).getByText('Seems like there is no notifications.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('opening sends every unread id in one request, and all become read', async () => {
  const sent = stubServer({ 'PUT /auth/markAsRead': { body: { message: 'ok' } } });
  useLive.setState({ notifications: [note(5, false), note(6, true), note(7, false)] });
  const { user } = await openPanel();
  await waitFor(() => expect(useLive.getState().notifications.every(({ isRead }) => isRead)).toBe(true));
  expect(sent.map(({ body }) => body)).toEqual([{ notificationIds: [5, 7] }]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Notifications' }));
  expect(sent).toHaveLength(1);
});

test('a failure is only logged: list and dot stay', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubServer({ 'PUT /auth/markAsRead': refusal(500, 'internal', 'Something went wrong.') });
  useLive.setState({ notifications: [note(5, false)] });
  await openPanel();
  await waitFor(() =>
    expect(log).toHaveBeenCalledWith('Failed to mark notifications as read', 'Something went wrong.'),
  );
  expect(useLive.getState().notifications[0]?.isRead).toBe(false);
  expect(screen.getByTestId('unread-dot')).toBeTruthy();
  expect(screen.queryByText('Something went wrong.')).toBeNull();
  log.mockRestore();
});

test('entries stand newest first, each with title, message and how long ago', async () => {
  stubServer({});
  useLive.setState({ notifications: [note(3, true), note(9, true)] });
  const { panel } = await openPanel();
  const entries = within(panel).getAllByRole('listitem');
  expect(entries.map((entry) => entry.textContent)).toEqual([
    'Title 3Message 33 minutes ago',
    'Title 9Message 99 minutes ago',
  ]);
});

test('the dot shows only while the newest is unread', () => {
  useLive.setState({ notifications: [note(1, true), note(2, false)] });
  draw(<Bell />);
  expect(screen.queryByTestId('unread-dot')).toBeNull();
});
