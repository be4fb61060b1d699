import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Site } from '#site.ts';
import { addPlayer, type TestPlayer } from '#testing/fixtures.ts';
import { createRoleSites } from '#testing/role-sites.ts';
import { openTab, type Tab } from '#testing/tab.ts';
import { until } from '#testing/until.ts';

let sites: Awaited<ReturnType<typeof createRoleSites>>;
let one: Site;
let other: Site;
let otherPort: number;
beforeAll(async () => {
  sites = await createRoleSites();
  [one, other] = [sites.open('all'), sites.open('all')];
  otherPort = await other.listen();
});
afterAll(() => sites.close());

async function openStaffTab({ headers }: TestPlayer): Promise<Tab> {
  const tab = openTab(otherPort, { token: headers.authorization.replace('Bearer ', '') });
  onTestFinished(() => tab.close());
  await tab.connected();
  await tab.next('NOTIFICATION');
  return tab;
}

const statusAt = async (site: Site, { headers }: TestPlayer): Promise<number> =>
  (await site.http.inject({ url: '/admin/getAllTickets', headers })).statusCode;

test('a demotion in one process closes calls, events and tabs in another', async () => {
  const { db, live } = one.deps;
  const [admin, support] = [await addPlayer(db, 'admin'), await addPlayer(db, 'support')];
  const tab = await openStaffTab(support);
  // Both processes have cached the session.
  expect([await statusAt(one, support), await statusAt(other, support)]).toEqual([200, 200]);
  live.toStaff('TICKET_UPDATED', { ticket: {}, message: null } as never);
  await tab.next('TICKET_UPDATED');

  const closed = tab.disconnected();
  const reply = await one.http.inject({
    method: 'PUT',
    url: '/admin/setStaffRole',
    headers: admin.headers,
    payload: { userId: support.id, staffRole: null },
  });
  expect(reply.statusCode).toBe(200);
  expect(await closed).toBe('io server disconnect');
  await until('the end of the session', async () => (await statusAt(other, support)) === 401, { pollMs: 10 });
  expect(await statusAt(one, support)).toBe(401);
  live.toStaff('TICKET_UPDATED', { ticket: {}, message: null } as never);
  expect(tab.receivedCount('TICKET_UPDATED')).toBe(0);
});

test('staff receive in another process only the events of their permissions', async () => {
  const { db, live } = one.deps;
  const roles = ['user', 'support', 'moderator', 'finance', 'admin'] as const;
  const staff = await Promise.all(roles.map((role) => addPlayer(db, role)));
  const tabs = await Promise.all(staff.map(openStaffTab));
  live.toStaff('TICKET_UPDATED', { ticket: {}, message: null } as never);
  live.toStaff('TRADE_OFFERS_CHANGED', {});
  live.toStaff('ADJUSTMENTS_CHANGED', {});
  live.toStaff('ONLINE_USERS', { onlineUsers: [[0, 'only this test']] });
  // Later than all of them.
  for (const { id } of staff) live.toPlayer(id, 'MUTED', { mutedUntil: null });
  await Promise.all(tabs.map((tab) => tab.next('MUTED')));

  const names = ['TICKET_UPDATED', 'TRADE_OFFERS_CHANGED', 'ADJUSTMENTS_CHANGED'] as const;
  const received = tabs.map((tab) => names.map((name) => tab.receivedCount(name)));
  const online = tabs.map((tab) => tab.receivedCount('ONLINE_USERS') > 0);
  expect(received).toEqual([
    [0, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
    [0, 1, 1],
    [1, 1, 1],
  ]);
  expect(online).toEqual([false, false, true, false, true]);
});

test('only staff who may see it request who is online', async () => {
  const { db } = one.deps;
  for (const [role, isAllowed] of [
    ['support', false],
    ['finance', false],
    ['moderator', true],
    ['admin', true],
  ] as const) {
    const tab = await openStaffTab(await addPlayer(db, role));
    tab.clear();
    tab.emit('GET_ONLINE_USERS');
    tab.emit('NO_SUCH_EVENT');
    const { code } = await tab.next('ERROR');
    expect([role, code]).toEqual([role, isAllowed ? 'invalid' : 'forbidden']);
  }
});
