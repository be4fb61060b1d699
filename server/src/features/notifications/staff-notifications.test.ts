import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPlayer, type TestRole } from '#testing/fixtures.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';
import { notifyStaff, type StaffNotification } from './notifications.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.close());

const ROLES: readonly TestRole[] = ['user', 'support', 'moderator', 'finance', 'admin'];

test.each<[StaffNotification, readonly TestRole[]]>([
  [{ key: 'tradeStaff.outOfStock', parameters: { offerId: 1 } }, ['finance', 'admin']],
  [{ key: 'adjustment.ownBalance', parameters: { username: 'ali', amount: 5, reason: 'Prize' } }, ['finance', 'admin']],
  [{ key: 'prices.jumped', parameters: { count: 1, waiting: 1 } }, ['admin']],
  [{ key: 'audit.halted', parameters: { reason: 'I4' } }, ['admin']],
])('%j notifies only the staff whose role has the permission', async (content, readers) => {
  const { db, live } = site.deps;
  const people = await Promise.all(ROLES.map(async (role) => ({ role, ...(await addPlayer(db, role)) })));
  await db.transaction((tx) => notifyStaff(tx, live, content));
  const rows = await db.sql<{ playerId: number }>`
    select player_id as "playerId" from notifications where key = ${content.key}`;
  const notified = people.filter(({ id }) => rows.some(({ playerId }) => playerId === id));
  expect(notified.map(({ role }) => role)).toEqual(readers);
});
