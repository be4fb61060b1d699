import { STAFF_ROLES, type StaffCall } from '@karat/contract/staff';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlayer, type TestPlayer, type TestRole } from '#testing/fixtures.ts';
import { setFactorAge } from '#testing/second-factor.ts';
import { ALL_CALLS, mayCall } from '#testing/staff-access-table.ts';
import { createTestSite, type TestSite } from '#testing/test-site.ts';

const OFFICE = '198.51.100.20';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ STAFF_SECOND_FACTOR: 'on', STAFF_ADDRESSES: '198.51.100.0/24', TRUST_PROXY: 'on' });
  await site.http.ready();
});
afterAll(() => site.close());

/** Calls that need a second factor of the last ten minutes. */
const FRESH: ReadonlySet<StaffCall> = new Set<StaffCall>([
  'POST /admin/adjustBalance',
  'POST /admin/decideAdjustment/:adjustmentId',
  'POST /admin/approveWithdrawal/:offerId',
  'POST /admin/retryTradeOffer/:offerId',
  'POST /admin/cancelTradeOffer/:offerId',
  'POST /admin/clearFlag',
  'POST /admin/addNewItem',
  'PUT /admin/editItem/:id',
  'POST /admin/addNewCase',
  'PUT /admin/editCase/:id',
  'POST /admin/addNewMission',
  'PUT /admin/editMission/:id',
  'POST /admin/decidePrice/:itemId',
  'POST /rcon/cmd',
  'POST /admin/removeSecondFactor',
  'PUT /admin/setStaffRole',
]);

type Outcome = 'unauthenticated' | 'forbidden' | 'stale_second_factor' | 'open';

async function outcomeOf(call: StaffCall, { headers }: Pick<TestPlayer, 'headers'>, address: string): Promise<Outcome> {
  const [method, path] = call.split(' ') as ['GET', string];
  const from = { ...headers, 'x-forwarded-for': address };
  const reply = await site.http.inject({ method, url: path.replace(/:\w+/g, '999999'), headers: from });
  return reply.statusCode === 401 || reply.statusCode === 403 ? reply.json<{ code: Outcome }>().code : 'open';
}

async function outcomesOf(player: TestPlayer, address = OFFICE): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {};
  for (const call of ALL_CALLS) outcomes[call] = await outcomeOf(call, player, address);
  return outcomes;
}

const expected = (outcome: (call: StaffCall) => Outcome) =>
  Object.fromEntries(ALL_CALLS.map((call) => [call, outcome(call)]));

const ROLES: readonly TestRole[] = ['user', ...STAFF_ROLES];

describe.each(ROLES)('every call of staff, with the role %s,', (role) => {
  const outcomeWith = (isFresh: boolean) => (call: StaffCall) => {
    if (!mayCall(role).includes(call)) return 'forbidden';
    return isFresh || !FRESH.has(call) ? 'open' : 'stale_second_factor';
  };

  test.each<[string, number | null, (call: StaffCall) => Outcome]>([
    ['without a second factor is refused', null, () => 'forbidden'],
    ['with one of 9 minutes ago is open as the table says', 9, outcomeWith(true)],
    ['with one of 11 minutes ago is open except where money moves', 11, outcomeWith(false)],
    ['with one of a day ago is open except where money moves', 1_440, outcomeWith(false)],
  ])('%s', async (_, minutesAgo, outcome) => {
    const player = await addPlayer(site.deps.db, role);
    await setFactorAge(site.deps, player, minutesAgo);
    expect(await outcomesOf(player)).toEqual(expected(outcome));
  });

  test.each(['203.0.113.9', '::1', '2001:db8::1'])('from %s is refused, with a second factor too', async (address) => {
    const player = await addPlayer(site.deps.db, role);
    await setFactorAge(site.deps, player, 0);
    expect(await outcomesOf(player, address)).toEqual(expected(() => 'forbidden'));
  });
});

test('staff at another address than the proxy saw stay players', async () => {
  const player = await addPlayer(site.deps.db, 'admin');
  await setFactorAge(site.deps, player, 0);
  const forged = `${OFFICE}, 203.0.113.9`;
  expect(await outcomeOf('GET /admin/getAllUsers', player, forged)).toBe('forbidden');
});
