import type { BalanceChange } from '@karat/contract/activity';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { stubServer } from '#testing/test-utils.tsx';
import { UserActivity } from './admin-activity.tsx';

const LOSS: BalanceChange = {
  before: 8_000,
  after: 3_000,
  types: [
    { type: 'CASE_OPEN', count: 40, amount: -4_000 },
    { type: 'ROULETTE_BET', count: 3, amount: -1_500 },
    { type: 'QUICK_SELL', count: 2, amount: 500 },
  ],
  items: { count: 40, value: 1_200 },
};

function openPage(search: string, answer: Parameters<typeof stubServer>[0][string] = { body: { data: LOSS } }) {
  const requests = stubServer({
    'GET /admin/getUserActivity/7': { body: { data: [], next: null } },
    'GET /admin/getBalanceChange/7': answer,
  });
  visit('/admin/user/:userId', <UserActivity id={7} />, `/admin/user/7${search}`);
  return requests;
}

beforeEach(() => signInStaff('support'));

test('says why the balance changed on the chosen days', async () => {
  const requests = openPage('?from=2026-03-02&to=2026-03-03');
  const panel = await screen.findByRole('group', { name: 'Change of the balance' });
  expect(await within(panel).findByText('−5.000')).toBeTruthy();
  expect(panel.textContent).toContain('from 8.000 to 3.000');
  const sums = within(panel)
    .getAllByRole('term')
    .map((term) => term.parentElement!.textContent);
  expect(sums).toEqual(['Case opened × 40−4.000', 'Roulette bet × 3−1.500', 'Item sold × 2+500']);
  expect(panel.textContent).toContain('40 items from cases, worth 1.200');
  expect(requests.map(({ path }) => path)).toContain('/admin/getBalanceChange/7?from=2026-03-02&to=2026-03-03');
});

test.each(['', '?from=2026-03-02', '?from=2026-03-03&to=2026-03-02', '?from=2026-01-01&to=2026-03-02'])(
  'sums up nothing for "%s"',
  async (search) => {
    const requests = openPage(search);
    await screen.findByText(/^This user has done nothing yet\.|Nothing matches these filters\.$/);
    expect(requests.filter(({ path }) => path.includes('getBalanceChange'))).toEqual([]);
  },
);

test('says that the sums could not be loaded, and keeps the list', async () => {
  openPage('?from=2026-03-02&to=2026-03-03', 'unreachable');
  expect(await screen.findByText('The activity could not be loaded.')).toBeTruthy();
  expect(screen.getByText('Nothing matches these filters.')).toBeTruthy();
});
