import { expect, test } from 'vitest';
import { connectSocket, dispatch } from '#core/socket.ts';
import { hideRolls, revealRolls, setRolling } from '#core/reveals.ts';
import { loadSession, useSession } from '#core/session.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';
import { markRead, useNotifications } from './notifications.ts';

const note = (id: number, isRead = false) => ({
  id,
  isRead,
  icon: 'gift',
  title: `title ${id}`,
  message: 'text',
  updatedAt: '2026-03-03T14:05:09.000Z',
});

async function signIn() {
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await loadSession();
}

test('lists notifications newest first, in any order of arrival', () => {
  dispatch('NOTIFICATION', { data: [note(2), note(1)] });
  dispatch('ADD_NOTIFICATION', { data: note(4) });
  dispatch('ADD_NOTIFICATION', { data: note(3) });
  expect(useNotifications.getState().notifications.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
});

test('keeps newer notifications and read marks when an older list arrives', () => {
  dispatch('NOTIFICATION', { data: [note(1)] });
  dispatch('ADD_NOTIFICATION', { data: note(2) });
  markRead([1]);
  dispatch('NOTIFICATION', { data: [note(1)] });
  expect(useNotifications.getState().notifications).toEqual([note(2), note(1, true)]);
});

test('lists a repeated notification once', () => {
  dispatch('NOTIFICATION', { data: [note(2), note(1)] });
  dispatch('ADD_NOTIFICATION', { data: note(2, true) });
  expect(useNotifications.getState().notifications).toEqual([note(2, true), note(1)]);
});

test('marks only the sent ids as read', () => {
  dispatch('NOTIFICATION', { data: [note(2), note(1)] });
  dispatch('ADD_NOTIFICATION', { data: note(3) });
  markRead([2, 1]);
  expect(useNotifications.getState().notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
    [3, false],
    [2, true],
    [1, true],
  ]);
});

test('keeps as many notifications as the server lists', () => {
  dispatch('NOTIFICATION', { data: Array.from({ length: 50 }, (_, index) => note(50 - index)) });
  dispatch('ADD_NOTIFICATION', { data: note(51) });
  const { notifications } = useNotifications.getState();
  expect([notifications.length, notifications[0]?.id, notifications.at(-1)?.id]).toEqual([50, 51, 2]);
});

const shownIds = () => useNotifications.getState().notifications.map(({ id }) => id);

test('delays notifications during a spin, and then shows them in order', () => {
  setRolling(true);
  dispatch('NOTIFICATION', { data: [note(1)] });
  dispatch('ADD_NOTIFICATION', { data: note(2) });
  expect(shownIds()).toEqual([]);
  hideRolls([41]);
  setRolling(false);
  expect(shownIds()).toEqual([]);
  revealRolls([41]);
  expect(shownIds()).toEqual([2, 1]);
});

test("does not show one player's delayed notifications to the next", async () => {
  await signIn();
  setRolling(true);
  dispatch('ADD_NOTIFICATION', { data: note(1) });
  useSession.setState({ username: 'selin' });
  setRolling(false);
  expect(shownIds()).toEqual([]);
});

test('shows notifications in the language of the last list', () => {
  dispatch('NOTIFICATION', { data: [note(2), note(1)] });
  dispatch('NOTIFICATION', { data: [note(2), note(1)].map((each) => ({ ...each, title: `Başlık ${each.id}` })) });
  expect(useNotifications.getState().notifications.map(({ title }) => title)).toEqual(['Başlık 2', 'Başlık 1']);
});

test('asks the server for the language of the page with every change', async () => {
  await connectSocket();
  fakeSocket.simulateConnect();
  for (const language of ['tr', 'en', 'mixed'] as const) {
    await setLanguage(language);
    expect(fakeSocket.emitted.at(-1)).toEqual({ name: 'SET_LANGUAGE', payload: { language } });
  }
});
