import { afterAll, beforeAll, expect, test } from 'vitest';
import { notify } from '#features/notifications/notifications.ts';
import { openTab } from '#testing/tab.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
let port: number;
beforeAll(async () => {
  site = await createTestSite();
  port = await site.listen();
});
afterAll(() => site.close());

const account = { email: 'back@karat.example', username: 'returning', password: 'a long password' };

test('sends a reconnected tab what it missed', async () => {
  const { token } = (await site.http.inject({ method: 'POST', url: '/auth/signup', payload: account })).json();
  const headers = { authorization: `Bearer ${token}` };
  const { id: playerId, balance, balanceVersion } = (await site.http.inject({ url: '/auth/me', headers })).json().data;
  const { db, live } = site.deps;

  const tab = openTab(port, { token });
  expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance, version: balanceVersion });
  const { data: known } = await tab.next('NOTIFICATION');

  const lost = tab.disconnected();
  tab.close();
  await lost;
  await db.sql`update wallets set balance = balance + 250, version = version + 1 where player_id = ${playerId}`;
  await db.transaction((tx) => notify(tx, live, { playerId, key: 'ticket.answered', parameters: { title: 'Missed' } }));

  tab.socket.connect();
  expect(await tab.next('BALANCE_UPDATE')).toEqual({ balance: balance + 250, version: balanceVersion + 1 });
  const { data } = await tab.next('NOTIFICATION');
  expect(data[0]?.message).toBe('Missed');
  expect(data.slice(1)).toEqual(known);
  tab.close();
});

test('disconnects the tabs of a session on logout', async () => {
  const { token } = (await site.http.inject({ method: 'POST', url: '/auth/login', payload: account })).json();
  const tab = openTab(port, { headers: { cookie: `karat_session=${token}` } });
  await tab.next('BALANCE_UPDATE');
  const cut = tab.disconnected();
  await site.http.inject({ url: '/auth/logout', headers: { authorization: `Bearer ${token}` } });
  expect(await cut).toBe('io server disconnect');
});

test('stops with open tabs', async () => {
  const leaving = await createTestSite();
  const tab = openTab(await leaving.listen());
  await tab.next('ONLINE_COUNT');
  const lost = tab.disconnected();
  await leaving.close();
  expect(await lost).toBe('transport close');
});
