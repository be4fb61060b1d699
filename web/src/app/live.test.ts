import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { tell } from '#core/channel.ts';
import { setFlag } from '#core/modals.ts';
import { loadSession, signedIn, useSession } from '#core/session.ts';
import { drop } from '#testing/cases.tsx';
import { wire } from '#testing/wire.ts';
import { demoPlayer, draw, stubServer } from '#testing/world.tsx';
import { holdRolls, markRead, releaseRolls, setRolling, startLive, useLive } from './live.ts';

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

test('notifications stand newest first, in whatever order they are told', () => {
  tell('NOTIFICATION', { data: [note(2), note(1)] });
  tell('ADD_NOTIFICATION', { data: note(4) });
  tell('ADD_NOTIFICATION', { data: note(3) });
  expect(useLive.getState().notifications.map(({ id }) => id)).toEqual([4, 3, 2, 1]);
});

test('a list that was read before a notification was told does not take it away, nor make what is read unread', () => {
  tell('NOTIFICATION', { data: [note(1)] });
  tell('ADD_NOTIFICATION', { data: note(2) });
  markRead([1]);
  tell('NOTIFICATION', { data: [note(1)] });
  expect(useLive.getState().notifications).toEqual([note(2), note(1, true)]);
});

test('the same notification twice stands in the list once', () => {
  tell('NOTIFICATION', { data: [note(2), note(1)] });
  tell('ADD_NOTIFICATION', { data: note(2, true) });
  expect(useLive.getState().notifications).toEqual([note(2, true), note(1)]);
});

test('those that were told as read are, and one that came in meanwhile is not', () => {
  tell('NOTIFICATION', { data: [note(2), note(1)] });
  tell('ADD_NOTIFICATION', { data: note(3) });
  markRead([2, 1]);
  expect(useLive.getState().notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
    [3, false],
    [2, true],
    [1, true],
  ]);
});

test('no more notifications are kept than the server lists', () => {
  tell('NOTIFICATION', { data: Array.from({ length: 50 }, (_, at) => note(50 - at)) });
  tell('ADD_NOTIFICATION', { data: note(51) });
  const { notifications } = useLive.getState();
  expect([notifications.length, notifications[0]?.id, notifications.at(-1)?.id]).toEqual([50, 51, 2]);
});

const shownIds = () => useLive.getState().notifications.map(({ id }) => id);

test('from the press to the reveal notifications wait, and then come in their order', () => {
  setRolling(true);
  tell('NOTIFICATION', { data: [note(1)] });
  tell('ADD_NOTIFICATION', { data: note(2) });
  expect(shownIds()).toEqual([]);
  holdRolls([41]);
  setRolling(false);
  expect(shownIds()).toEqual([]);
  releaseRolls([41]);
  expect(shownIds()).toEqual([2, 1]);
});

test('news of one player that still wait are not told to the next', async () => {
  await signIn();
  setRolling(true);
  tell('ADD_NOTIFICATION', { data: note(1) });
  useSession.setState({ username: 'selin' });
  setRolling(false);
  expect(shownIds()).toEqual([]);
});

test('drops that are told newest last stand newest first, each once, and the oldest give way', () => {
  tell('LIVE_DROP', { drops: [drop(1), drop(2)] });
  tell('LIVE_DROP', { drops: [drop(2), drop(3)] });
  expect(useLive.getState().drops?.map(({ id }) => id)).toEqual([3, 2, 1]);
  tell('LIVE_DROP', { drops: Array.from({ length: 40 }, (_, at) => drop(10 + at)) });
  expect(useLive.getState().drops?.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, at) => 49 - at));
});

test('a balance is shown at once', async () => {
  await signIn();
  tell('BALANCE_UPDATE', { balance: 900, version: 4 });
  expect(useSession.getState().balance).toBe(900);
});

test('while a reveal holds it, only the newest balance waits, and is shown after', async () => {
  await signIn();
  setFlag('isBalanceUpdatable', false);
  tell('BALANCE_UPDATE', { balance: 900, version: 4 });
  tell('BALANCE_UPDATE', { balance: 4_900, version: 6 });
  tell('BALANCE_UPDATE', { balance: 1_000, version: 5 });
  expect(useSession.getState().balance).toBe(1_500);
  setFlag('isBalanceUpdatable', true);
  expect(useSession.getState().balance).toBe(4_900);
});

test('a visitor has no balance to update', () => {
  tell('BALANCE_UPDATE', { balance: 900, version: 4 });
  expect(useSession.getState().balance).toBe(0);
});

test('the message of an ERROR is shown as an alert', async () => {
  draw(null);
  tell('ERROR', { message: 'Not so fast.', code: 'too_many' });
  expect((await screen.findByText('Not so fast.')).closest('[role=alert]')).not.toBeNull();
});

test('after a sign-in the line is opened anew, and asks for the notifications', async () => {
  stubServer({ 'GET /auth/me': { body: { data: null } }, 'GET /case/getLatestDrops': { body: { data: [] } } });
  const connect = vi.spyOn(wire, 'connect');
  const asked = () => wire.said.filter(({ name }) => name === 'GET_NOTIFICATIONS').length;
  await startLive();
  wire.open();
  await vi.waitFor(() => expect(wire.connected).toBe(true));
  expect([connect.mock.calls.length, asked()]).toEqual([0, 0]);
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await signedIn({ token: 't', user: { username: 'kaan_tr', email: null, isAdmin: false, balance: 5 } });
  expect(connect).toHaveBeenCalled();
  wire.open();
  await vi.waitFor(() => expect(asked()).toBe(1));
});

test('the first connection doubts what was owned before it, since nobody told of what happened meanwhile', async () => {
  stubServer({ 'GET /auth/me': { body: { data: null } } });
  const { inventoryVersion } = useLive.getState();
  await startLive();
  wire.open();
  await vi.waitFor(() => expect(useLive.getState().inventoryVersion).toBe(inventoryVersion + 1));
});

test('where news was missed the tab asks once for what it shows, and the line holds', async () => {
  const server = { 'GET /case/getLatestDrops': { body: { data: [] } } };
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } }, ...server });
  await loadSession();
  await startLive();
  wire.open();
  const asked = () => wire.said.filter(({ name }) => name === 'GET_NOTIFICATIONS').length;
  await vi.waitFor(() => expect(asked()).toBe(1));
  const { inventoryVersion } = useLive.getState();
  stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, balance: 7, balanceVersion: 1_000 } } }, ...server });
  wire.tell('NEWS_MISSED', {});
  wire.tell('NEWS_MISSED', {});
  await vi.waitFor(() => expect(asked()).toBe(2), { timeout: 10_000 });
  expect(useSession.getState().balance).toBe(7);
  expect(useLive.getState().inventoryVersion).toBe(inventoryVersion + 1);
  expect(useLive.getState().isLost).toBe(false);
});

test('the count of players is kept', () => {
  tell('ONLINE_COUNT', { count: 1_284 });
  expect(useLive.getState().onlineCount).toBe(1_284);
});
