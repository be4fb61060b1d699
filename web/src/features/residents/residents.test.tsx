import type { Residents } from '@karat/contract/residents';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { ResidentsPanel } from './residents.tsx';

const LIST = 'GET /sandbox/getResidents';
const SET = 'POST /admin/setResidents';

const resident = (id: number) => ({
  id,
  username: `Resident${id}`,
  avatar: '',
  isSandbox: true as const,
  actions: 3,
  lastActionAt: null,
});
const state = (overrides: Partial<Residents> = {}): { body: { data: Residents } } => ({
  body: {
    data: { isAvailable: true, isOn: true, actionsPerMinute: 8, residents: [resident(1), resident(2)], ...overrides },
  },
});

function openPanel(answers: Parameters<typeof stubServer>[0]) {
  const requests = stubServer(answers);
  return { requests, ...visit('/admin/server', <ResidentsPanel />, '/admin/server') };
}

const toggle = () => screen.findByRole('switch', { name: 'Residents play' });

afterEach(() => setLanguage('mixed'));

test('shows how many residents there are and what they do', async () => {
  openPanel({ [LIST]: state() });
  expect((await toggle()).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText('2 residents').parentElement!.textContent).toBe('2 residents · About 8 actions a minute now');
});

test('shows that they are idle while many people are online', async () => {
  openPanel({ [LIST]: state({ actionsPerMinute: 0 }) });
  expect((await screen.findByText('2 residents')).parentElement!.textContent).toContain(
    'Idle: enough people are online',
  );
});

test('turns them off and shows the new state', async () => {
  const replies = [state(), state({ isOn: false, actionsPerMinute: 0 })];
  const { requests, user } = openPanel({
    [LIST]: () => replies.shift()!,
    [SET]: { body: { message: 'Residents are off.', data: { isOn: false } } },
  });
  await user.click(await toggle());
  await waitFor(async () => expect((await toggle()).getAttribute('aria-checked')).toBe('false'));
  expect(requests.find(({ path }) => path === '/admin/setResidents')?.body).toEqual({ isOn: false });
  expect(screen.queryByText(/a minute now/)).toBeNull();
});

test('keeps the state when the change was refused', async () => {
  const { user } = openPanel({ [LIST]: state(), [SET]: refusal(404, 'not_found', 'This site has no residents.') });
  await user.click(await toggle());
  expect((await toggle()).getAttribute('aria-checked')).toBe('true');
});

test('has no switch where the settings allow no residents', async () => {
  openPanel({ [LIST]: state({ isAvailable: false, isOn: false, actionsPerMinute: 0 }) });
  expect(await screen.findByText('Turned off by the setting RESIDENTS.')).toBeTruthy();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('offers a retry when they could not be loaded', async () => {
  const replies = [refusal(500, 'internal', 'Something went wrong.'), state()];
  const { user } = openPanel({ [LIST]: () => replies.shift() ?? state() });
  expect(await screen.findByText('The residents could not be loaded.', {}, { timeout: 10_000 })).toBeTruthy();
  await user.click(screen.getByRole('button'));
  expect(await toggle()).toBeTruthy();
});

test('is shown in Turkish', async () => {
  openPanel({ [LIST]: state() });
  await toggle();
  await setLanguage('tr');
  expect(await screen.findByRole('switch', { name: 'Sakinler oynasın' })).toBeTruthy();
  expect(screen.getByText('2 sakin')).toBeTruthy();
});
