import type { Alarm } from '@karat/contract/alarms';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { visit } from '#testing/cases.tsx';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminAlarmsPage } from './admin-alarms-page.tsx';

const LIST = 'GET /admin/getAlarms';
const TEST = 'POST /admin/testAlarms';
const DESTINATION = 'webhook hooks.karat.example';

const alarm: Alarm = {
  id: 4,
  kind: 'approvalNeeded',
  subject: 'trade-offer:9',
  text: 'A withdrawal of 9,000 diamonds by user 7 waits for approval.',
  createdAt: '2026-03-03T14:05:09.000Z',
  deliveries: [
    { destination: DESTINATION, state: 'waiting', attempts: 3, failure: 'HTTP 503', closedAt: null },
    { destination: 'operator@karat.example', state: 'sent', attempts: 1, failure: null, closedAt: null },
  ],
};

function open(data: readonly Alarm[], destinations = [DESTINATION], answers = {}) {
  const requests = stubServer({ [LIST]: { body: { data, destinations } }, ...answers });
  return { requests, ...visit('/admin/alarms', <AdminAlarmsPage />, '/admin/alarms') };
}

beforeEach(() => signInStaff('admin'));

test('lists alarms with a link to their page and the state of each delivery', async () => {
  open([alarm]);
  const link = await screen.findByRole('link', { name: 'Withdrawal to approve' });
  expect(link.getAttribute('href')).toBe('/admin/trades');
  expect(screen.getByText(alarm.text).getAttribute('lang')).toBe('en');
  const deliveries = within(screen.getByRole('list', { name: 'Deliveries' })).getAllByRole('listitem');
  expect(deliveries.map(({ textContent }) => textContent)).toEqual([
    `${DESTINATION}HTTP 503 · attempt 3Waiting`,
    'operator@karat.exampleSent',
  ]);
});

test('links a changed role to the account', async () => {
  open([{ ...alarm, kind: 'roleChanged', subject: 'player:7', deliveries: [] }]);
  const link = await screen.findByRole('link', { name: 'Staff role changed' });
  expect(link.getAttribute('href')).toBe('/admin/user/7');
});

test('sends a test and lists it', async () => {
  const { user, requests } = open([], [DESTINATION], { [TEST]: { body: { message: 'Test queued.' } } });
  expect(await screen.findByText('No alarms yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('Test queued.')).toBeTruthy();
  expect(requests.map(({ method, path }) => `${method} ${path}`).slice(1)).toEqual([TEST, LIST]);
});

test('shows why a test was refused', async () => {
  const refused = refusal(429, 'too_many', 'Too many tests. Please wait a moment.');
  const { user } = open([], [DESTINATION], { [TEST]: refused });
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('Too many tests. Please wait a moment.')).toBeTruthy();
});

test('tells how to set destinations if there are none', async () => {
  open([], []);
  expect(await screen.findByText('Alarms are only listed here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull();
});
