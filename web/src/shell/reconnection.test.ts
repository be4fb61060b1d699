import { expect, test, vi } from 'vitest';
import { connectSocket, useConnection } from '#core/socket.ts';
import { loadSession, completeSignIn, useSession } from '#core/session.ts';
import { useInventory } from '#features/inventory/inventory.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, stubServer } from '#testing/test-utils.tsx';

test('reconnects after a sign-in and requests the notifications', async () => {
  stubServer({ 'GET /auth/me': { body: { data: null } }, 'GET /case/getLatestDrops': { body: { data: [] } } });
  const connect = vi.spyOn(fakeSocket, 'connect');
  const requestCount = () => fakeSocket.emitted.filter(({ name }) => name === 'GET_NOTIFICATIONS').length;
  await connectSocket();
  fakeSocket.simulateConnect();
  await vi.waitFor(() => expect(fakeSocket.connected).toBe(true));
  expect([connect.mock.calls.length, requestCount()]).toEqual([0, 0]);
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } } });
  await completeSignIn({
    token: 't',
    user: { username: 'kaan_tr', email: null, isAdmin: false, staffRole: null, balance: 5 },
  });
  expect(connect).toHaveBeenCalled();
  fakeSocket.simulateConnect();
  await vi.waitFor(() => expect(requestCount()).toBe(1));
});

test('the first connection invalidates the inventory, because earlier events were missed', async () => {
  stubServer({ 'GET /auth/me': { body: { data: null } } });
  const { version } = useInventory.getState();
  await connectSocket();
  fakeSocket.simulateConnect();
  await vi.waitFor(() => expect(useInventory.getState().version).toBe(version + 1));
});

test('fetches once after missed events, and keeps the connection', async () => {
  const server = { 'GET /case/getLatestDrops': { body: { data: [] } } };
  stubServer({ 'GET /auth/me': { body: { data: demoPlayer } }, ...server });
  await loadSession();
  await connectSocket();
  fakeSocket.simulateConnect();
  const requestCount = () => fakeSocket.emitted.filter(({ name }) => name === 'GET_NOTIFICATIONS').length;
  await vi.waitFor(() => expect(requestCount()).toBe(1));
  const { version } = useInventory.getState();
  stubServer({ 'GET /auth/me': { body: { data: { ...demoPlayer, balance: 7, balanceVersion: 1_000 } } }, ...server });
  fakeSocket.receive('EVENTS_MISSED', { withinMs: 500 });
  fakeSocket.receive('EVENTS_MISSED', { withinMs: 500 });
  await vi.waitFor(() => expect(requestCount()).toBe(2), { timeout: 10_000 });
  expect(useSession.getState().balance).toBe(7);
  expect(useInventory.getState().version).toBe(version + 1);
  expect(useConnection.getState().isLost).toBe(false);
});
