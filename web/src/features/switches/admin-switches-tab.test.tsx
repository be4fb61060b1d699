import type { Announcement, StaffSwitch } from '@karat/contract/switches';
import { SWITCHES } from '@karat/rules/switches';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminSwitchesTab } from './admin-switches-tab.tsx';

const LIST = 'GET /admin/getSwitches';
const ANNOUNCEMENTS = 'GET /admin/getAnnouncements';

const on = (name: StaffSwitch['name']): StaffSwitch => ({
  name,
  isOn: true,
  reason: null,
  message: null,
  endsAt: null,
  changedAt: null,
  changedBy: null,
});
const marketOff: StaffSwitch = {
  ...on('market'),
  isOn: false,
  reason: 'Prices are wrong',
  message: { tr: 'Fiyatlar düzeltiliyor.', en: 'We are fixing prices.' },
  changedAt: '2026-03-03T14:05:09.000Z',
  changedBy: { id: 3, username: 'deniz', isSandbox: false },
};
const listed = (...changed: StaffSwitch[]) => ({
  body: { data: SWITCHES.map((name) => changed.find((each) => each.name === name) ?? on(name)) },
});
const announcement: Announcement = {
  id: 5,
  text: { tr: 'Yeni kasalar geldi.', en: 'New cases are here.' },
  startsAt: '2036-03-03T14:05:00.000Z',
  endsAt: null,
  endedAt: null,
  createdBy: { id: 3, username: 'deniz', isSandbox: false },
};

function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const requests = stubServer({ [LIST]: listed(), [ANNOUNCEMENTS]: { body: { data: [] } }, ...answers });
  const changes = () => requests.filter(({ method }) => method !== 'GET');
  return { changes, ...visit('/admin/switches', <AdminSwitchesTab />, '/admin/switches') };
}

const toggle = (name: string) => screen.findByRole('switch', { name: `Switch: ${name}` });

afterEach(() => setLanguage('mixed'));

test('lists every switch with its state, reason and who changed it', async () => {
  open({ [LIST]: listed(marketOff) });
  expect((await toggle('Market')).getAttribute('aria-checked')).toBe('false');
  expect(screen.getAllByRole('switch')).toHaveLength(SWITCHES.length);
  const row = within((await toggle('Market')).closest('li')!);
  for (const text of ['Off', 'Prices are wrong', /We are fixing prices\./, /deniz/])
    expect(row.getByText(text)).toBeTruthy();
});

test('switches off only with a reason, and sends message and time', async () => {
  const { user, changes } = open({
    'POST /admin/setSwitch/site': { body: { message: 'Switched off.', data: { ...on('site'), isOn: false } } },
  });
  await user.click(await toggle('The whole site'));
  const modal = within(await screen.findByRole('dialog', { name: 'Switch off: The whole site' }));
  await user.click(modal.getByRole('button', { name: 'Switch off' }));
  expect(await modal.findByText('Reason is required.')).toBeTruthy();
  expect(changes()).toEqual([]);
  await user.type(modal.getByLabelText('Reason'), 'A new version');
  await user.type(modal.getByLabelText(/in English/), 'Back at noon.');
  await user.click(modal.getByRole('button', { name: 'Switch off' }));
  expect(await modal.findByText('Text is required in both languages.')).toBeTruthy();
  await user.type(modal.getByLabelText(/in Turkish/), 'Öğlen döneriz.');
  await user.type(modal.getByLabelText(/Expected to be on again/), '2036-03-04T12:00');
  await user.click(modal.getByRole('button', { name: 'Switch off' }));
  expect(await screen.findByText('Switched off: The whole site.')).toBeTruthy();
  expect(changes().map(({ body }) => body)).toEqual([
    {
      isOn: false,
      reason: 'A new version',
      message: { tr: 'Öğlen döneriz.', en: 'Back at noon.' },
      endsAt: new Date('2036-03-04T12:00').toISOString(),
    },
  ]);
});

test('switches on again, and keeps the form when that is refused', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.'), { body: { message: 'ok', data: on('market') } }];
  const { user, changes } = open({ [LIST]: listed(marketOff), 'POST /admin/setSwitch/market': () => answers.shift()! });
  await user.click(await toggle('Market'));
  const modal = within(await screen.findByRole('dialog', { name: 'Switch on: Market' }));
  expect(modal.queryByLabelText(/Message/)).toBeNull();
  await user.type(modal.getByLabelText('Reason'), 'Prices are right');
  await user.click(modal.getByRole('button', { name: 'Switch on' }));
  expect((await modal.findByRole('alert')).textContent).toContain('Something went wrong.');
  await user.click(modal.getByRole('button', { name: 'Switch on' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes().at(-1)?.body).toEqual({ isOn: true, reason: 'Prices are right' });
});

test('offers a retry when the switches could not be loaded', async () => {
  const answers = [refusal(500, 'internal', 'Something went wrong.')];
  const { user } = open({ [LIST]: () => answers.shift() ?? listed() });
  expect(await screen.findByText('The switches could not be loaded.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await toggle('Chat')).toBeTruthy();
});

test('adds an announcement in both languages', async () => {
  const { user, changes } = open({
    'POST /admin/addAnnouncement': { body: { message: 'Announcement added.', data: announcement } },
  });
  expect(await screen.findByText('No announcements yet.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New announcement' }));
  const modal = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  await user.type(modal.getByLabelText('Text in Turkish'), announcement.text.tr);
  await user.type(modal.getByLabelText('Text in English'), announcement.text.en);
  await user.type(modal.getByLabelText('Reason'), 'New cases');
  await user.click(modal.getByRole('button', { name: 'Announce' }));
  expect(await screen.findByText('Announcement saved.')).toBeTruthy();
  expect(changes().map(({ body }) => body)).toEqual([{ text: announcement.text, reason: 'New cases' }]);
});

test('changes and ends one that has not ended, and neither for one that has', async () => {
  const over = { ...announcement, id: 4, endedAt: '2026-03-03T15:00:00.000Z', startsAt: '2026-03-03T14:00:00.000Z' };
  const { user, changes } = open({
    [ANNOUNCEMENTS]: { body: { data: [announcement, over] } },
    'POST /admin/endAnnouncement/5': { body: { message: 'Announcement ended.', data: over } },
  });
  const row = within(await screen.findByRole('listitem', { name: 'Announcement 5' }));
  expect(row.getByText('Later')).toBeTruthy();
  expect(within(screen.getByRole('listitem', { name: 'Announcement 4' })).queryByRole('button')).toBeNull();
  await user.click(row.getByRole('button', { name: 'End' }));
  const modal = within(await screen.findByRole('dialog', { name: 'End this announcement?' }));
  await user.type(modal.getByLabelText('Reason'), 'Outdated');
  await user.click(modal.getByRole('button', { name: 'End' }));
  expect(await screen.findByText('Announcement ended.')).toBeTruthy();
  expect(changes().map(({ body }) => body)).toEqual([{ reason: 'Outdated' }]);
});

test('is shown in Turkish', async () => {
  await setLanguage('tr');
  open({ [LIST]: listed(marketOff) });
  expect(await screen.findByRole('switch', { name: 'Anahtar: Pazar' })).toBeTruthy();
  expect(screen.getByText(/Fiyatlar düzeltiliyor\./)).toBeTruthy();
});
