import { STAFF_ROLES, type StaffRole } from '@karat/contract/staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, type TestRole } from '#testing/fixtures.ts';
import { ALL_CALLS, mayCall } from '#testing/staff-access-table.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
  await site.http.ready();
});
afterAll(() => site.close());

/** The calls that did not answer that the caller lacks a session or a permission. */
async function openCalls(headers: Record<string, string>): Promise<string[]> {
  const open: string[] = [];
  for (const call of ALL_CALLS) {
    const [method, path] = call.split(' ') as ['GET', string];
    // From another machine: `/metrics` answers requests of this one.
    const from = { ...headers, 'x-forwarded-for': '203.0.113.9' };
    const reply = await site.http.inject({ method, url: path.replace(/:\w+/g, '999999'), headers: from });
    if (reply.statusCode !== 401 && reply.statusCode !== 403) open.push(call);
  }
  return open.toSorted();
}

describe('every call of staff', () => {
  test('is mounted, and every call mounted for staff needs a permission', () => {
    const mounted = site.http.karat.calls
      .filter(({ audience }) => audience === 'staff')
      .map(({ endpoint: { method, path } }) => `${method} ${path}`);
    // Downloads and metrics are plain routes.
    const plain = ['GET /admin/downloadReport', 'GET /metrics'];
    expect([...mounted, ...plain].toSorted()).toEqual(ALL_CALLS.toSorted());
  });

  test('is refused to visitors', async () => {
    expect(await openCalls({})).toEqual([]);
  });

  test.each<TestRole>(['user', ...STAFF_ROLES])('is open to the role %s as the table says', async (role) => {
    const { headers } = await addPlayer(site.deps.db, role);
    expect(await openCalls(headers)).toEqual(mayCall(role).toSorted());
  });

  test.each<StaffRole>(['support', 'moderator', 'finance'])('shows %s to other clients as a user', async (role) => {
    const { headers } = await addPlayer(site.deps.db, role);
    const { data } = (await site.http.inject({ url: '/auth/me', headers })).json<{ data: object }>();
    expect(data).toMatchObject({ role: 'user', isAdmin: false, staffRole: role });
  });
});
