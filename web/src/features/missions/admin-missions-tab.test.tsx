import type { AdminMission } from '@karat/contract/missions';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { connectSocket, dispatch } from '#core/socket.ts';
import { exampleCase } from '#testing/cases.tsx';
import { adminMission } from '#testing/missions.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { renderInApp, refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminMissionModal } from './admin-mission-modal.tsx';
import { AdminMissionsTab } from './admin-missions-tab.tsx';

const LIST = 'GET /admin/getAllMissions';
const ADD = 'POST /admin/addNewMission';
const EDIT = 'PUT /admin/editMission/7';
const CASES = 'GET /admin/getAllCases';
const pagination = { totalResults: 1, resultsPerPage: 20, currentPage: 1 };
const cases = {
  body: {
    data: [exampleCase, { ...exampleCase, id: 2, name: 'Bedrock' }],
    pagination: { ...pagination, totalResults: 2 },
  },
};
const saved = { body: { message: 'ok', data: adminMission(7) } };
const listed = (...data: AdminMission[]) => ({
  body: { data, pagination: { ...pagination, totalResults: data.length } },
});

type Draft = Partial<Record<'Title' | 'Description' | 'Image URL' | 'Target' | 'Reward', string>> & { what?: string };
const validForm = {
  Title: 'Opener',
  Description: 'Open ten cases.',
  'Image URL': 'https://karat.test/opener.webp?v=2',
  Target: '10',
  Reward: '500',
  what: 'Open cases',
};

/** Finds the field, not the emblem radio of the same name. */
const field = (label: string) => screen.getByLabelText(label, { selector: 'input:not([type=radio])' });

async function add(draft: Draft = {}, answers: Parameters<typeof stubServer>[0] = {}) {
  const requests = stubServer({ [CASES]: cases, ...answers });
  const view = renderInApp(<AdminMissionModal mission={undefined} isOpen onClose={() => undefined} />);
  const { what, ...fields } = { ...validForm, ...draft };
  for (const [label, value] of Object.entries(fields)) {
    if (value !== '') fireEvent.change(field(label), { target: { value } });
  }
  if (what !== '') await view.user.click(screen.getByLabelText(new RegExp(`^${what}`), { selector: '[type=radio]' }));
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Add mission' }));
  return { ...view, submit, added: () => requests.filter(({ method }) => method === 'POST') };
}

test.each<[string, Draft, string]>([
  ['no title', { Title: '' }, 'Mission title is required'],
  ['a blank title', { Title: '   ' }, 'Mission title is required'],
  ['no type', { what: '' }, 'Mission type is required'],
  ['a certain case without its name', { what: 'Open a specific case' }, 'Mission type is required'],
  ['a type of one’s own without its name', { what: 'Custom type' }, 'Mission type is required'],
  ['no description', { Description: '' }, 'Mission description is required'],
  ['no picture', { 'Image URL': '' }, 'Image URL is required'],
  ['a picture without an address', { 'Image URL': 'opener.png' }, 'Enter a valid image URL'],
  ['an address of no picture', { 'Image URL': 'https://karat.test/opener' }, 'Must be an image URL'],
  ['no target', { Target: '' }, 'Target must be a number'],
  ['a target of 0', { Target: '0' }, 'Target must be greater than 0'],
  ['no reward', { Reward: '' }, 'Reward must be a number'],
  ['a reward below 0', { Reward: '-5' }, 'Reward must be greater than 0'],
  ['a title too long', { Title: 'x'.repeat(81) }, 'At most 80 characters'],
])('refuses %s before sending', async (_, draft, sentence) => {
  const form = await add(draft);
  await form.submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(form.added()).toEqual([]);
});

test('focuses the first invalid field, including the type', async () => {
  const form = await add({ what: '' });
  await form.submit();
  await screen.findByText('Mission type is required');
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Open cases' }));
});

test('sends a valid mission under the names of the call, its numbers whole', async () => {
  const form = await add({ Target: '9.6', Reward: '499.5' }, { [ADD]: saved });
  await form.submit();
  expect(await screen.findByText('Mission added successfully')).toBeTruthy();
  expect(form.added()[0]?.body).toEqual({
    title: 'Opener',
    type: 'open_cases',
    description: 'Open ten cases.',
    missionImg: 'https://karat.test/opener.webp?v=2',
    target: 10,
    reward: 500,
  });
});

test('says that a mission too large for one admin waits', async () => {
  const data = { state: 'waiting', adjustmentId: 9 };
  const form = await add({}, { [ADD]: { body: { message: 'Waiting for a second person.', data } } });
  await form.submit();
  expect(await screen.findByText('The change is waiting for a second person. Nothing has changed yet.')).toBeTruthy();
  expect(screen.queryByText('Mission added successfully')).toBeNull();
});

test.each<[string, (user: Awaited<ReturnType<typeof add>>['user']) => Promise<void>, string]>([
  ['Sell items', (user) => user.click(screen.getByRole('radio', { name: 'Every day' })), 'daily:sell_items'],
  ['Wager diamonds', (user) => user.click(screen.getByRole('radio', { name: 'Every week' })), 'weekly:wager'],
  ['Bet on roulette', (user) => user.click(screen.getByRole('radio', { name: 'Every day' })), 'daily:bet_roulette'],
  ['Win duels', () => Promise.resolve(), 'win_duels'],
  [
    'Open a specific case',
    async (user) => user.click(await screen.findByRole('button', { name: 'Bedrock' })),
    'open_case:Bedrock',
  ],
  ['Open a specific case', (user) => user.type(field('Case'), ' Hive '), 'open_case:Hive'],
  ['Custom type', (user) => user.type(screen.getByRole('textbox', { name: 'Custom type' }), 'be_nice'), 'be_nice'],
])('turns %s into the stored type', async (what, choose, type) => {
  const form = await add({ what }, { [ADD]: saved });
  await choose(form.user);
  await form.submit();
  await waitFor(() => expect(form.added()[0]?.body).toHaveProperty('type', type));
});

test('finds cases by their letters, and warns of an unknown name', async () => {
  const form = await add({ what: 'Open a specific case' });
  const name = field('Case');
  await screen.findByRole('button', { name: 'Hive' });
  await form.user.type(name, 'bed');
  expect(screen.getByRole('button', { name: 'Bedrock' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hive' })).toBeNull();
  expect(screen.getByText('There is no case with this name.')).toBeTruthy();
});

test('sends a site emblem as an absolute URL', async () => {
  const form = await add({ 'Image URL': '' }, { [ADD]: saved });
  await form.user.click(screen.getByRole('radio', { name: 'Trophy' }));
  expect(screen.getByRole('radio', { name: 'Trophy' })).toHaveProperty('checked', true);
  await form.submit();
  await waitFor(() =>
    expect(form.added()[0]?.body).toHaveProperty('missionImg', `${window.location.origin}/img/mission/trophy-256.webp`),
  );
});

test('shows a live preview', async () => {
  await add({ Target: '1200' });
  const preview = screen.getByText('Preview for players').closest('[aria-hidden]')!;
  expect(preview.textContent).toContain('Opener');
  expect(preview.textContent).toContain('Open ten cases.');
  expect(preview.textContent).toContain('0 / 1.200');
  expect(preview.textContent).toContain('Open 1.200 cases · once');
  expect(preview.querySelector('img')?.src).toBe('https://karat.test/opener.webp?v=2');
});

test.each([
  ['refused', refusal(409, 'taken', 'Not like that.'), 'Not like that.'],
  ['broken', { status: 500, body: {} }, 'Failed to add mission'],
  ['unreachable', 'unreachable' as const, 'Error adding mission'],
])('shows why a new mission is %s', async (_, answer, sentence) => {
  const form = await add({}, { [ADD]: answer });
  await form.submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('shows a server issue at its field', async () => {
  const issues = [{ path: 'reward', message: 'Price is too high' }];
  const form = await add({}, { [ADD]: refusal(400, 'invalid', 'Price is too high', issues) });
  await form.submit();
  await waitFor(() => expect(screen.getByLabelText('Reward')).toHaveProperty('ariaInvalid', 'true'));
});

const edited = adminMission(7, { type: 'weekly:open_case:Hive' });

function edit(answer: Parameters<typeof stubServer>[0][string]) {
  const requests = stubServer({ [EDIT]: answer, [CASES]: cases });
  const onClose: string[] = [];
  const view = renderInApp(<AdminMissionModal mission={edited} isOpen onClose={() => onClose.push('closed')} />);
  const submit = () => view.user.click(screen.getByRole('button', { name: 'Save mission' }));
  return { ...view, submit, closed: onClose, changed: () => requests.filter(({ method }) => method === 'PUT') };
}

test("starts an edit with the mission's values, and warns that a new type resets progress", async () => {
  const form = edit(saved);
  expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Mission 7');
  expect(screen.getByRole('radio', { name: 'Open a specific case' })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: 'Every week' })).toHaveProperty('checked', true);
  expect(field('Case')).toHaveProperty('value', 'Hive');
  expect(screen.queryByText(/resets everyone’s progress/)).toBeNull();
  await form.user.click(screen.getByRole('radio', { name: 'Every day' }));
  expect(screen.getByText(/resets everyone’s progress/)).toBeTruthy();
  await form.user.click(screen.getByRole('checkbox', { name: 'Active' }));
  await form.submit();
  expect(await screen.findByText('MIssion updated successfully!')).toBeTruthy();
  expect(form.closed).toEqual(['closed']);
  const { title, description, missionImg, target, reward } = edited;
  expect(form.changed()[0]?.body).toEqual({
    title,
    description,
    missionImg,
    target,
    reward,
    type: 'daily:open_case:Hive',
    isActive: false,
  });
});

test.each([
  ['refused', refusal(404, 'not_found', 'Mission not found.'), 'Mission not found.'],
  ['broken', { status: 500, body: {} }, 'Failed to update mission'],
  ['unreachable', 'unreachable' as const, 'Failed to update mission'],
])('shows why an edit is %s', async (_, answer, sentence) => {
  const form = edit(answer);
  await form.submit();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(form.closed).toEqual([]);
});

test('asks before leaving only with unsaved changes', async () => {
  const form = edit(saved);
  await form.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(form.closed).toEqual(['closed']);
  await form.user.type(screen.getByLabelText('Title'), '!');
  await form.user.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).toBe('Leave without saving?');
  expect(form.closed).toHaveLength(1);
  await form.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('button', { name: 'Save mission' })).toBeTruthy();
  await form.user.keyboard('{Escape}');
  await form.user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  expect(form.closed).toHaveLength(2);
});

test('shows type and task of each mission as text, and marks those that nothing counts', async () => {
  const requests = stubServer({
    [LIST]: listed(adminMission(1), adminMission(2, { type: 'be_nice', isCounted: false, isActive: false })),
  });
  renderInApp(<AdminMissionsTab />);
  const first = (await screen.findByRole('heading', { name: 'Mission 1' })).closest('li')!;
  expect(within(first).getByText('What mission 1 asks for.')).toBeTruthy();
  expect(first.querySelector('img')?.getAttribute('src')).toBe('https://karat.test/img/mission/case-128.webp');
  expect(within(first).getByText('Open 10 cases · daily')).toBeTruthy();
  expect(within(first).getByText('daily:open_cases')).toBeTruthy();
  expect(within(first).getByText('500 diamonds')).toBeTruthy();
  expect(within(first).getByText('Claims').nextSibling?.textContent).toBe('3');
  expect(within(first).queryByText('Not counted')).toBeNull();
  const second = screen.getByRole('heading', { name: 'Mission 2' }).closest('li')!;
  expect(within(second).getByText('be_nice')).toBeTruthy();
  expect(within(second).getByText('Not counted')).toBeTruthy();
  expect(within(second).getByRole('switch').getAttribute('aria-checked')).toBe('false');
  expect(requests[0]?.path).toBe('/admin/getAllMissions?page=1&limit=20');
});

test('opens the form for an edit and for a new mission', async () => {
  stubServer({ [LIST]: listed(adminMission(7)), [CASES]: cases });
  const { user } = renderInApp(<AdminMissionsTab />);
  await user.click(await screen.findByRole('link', { name: 'Edit Mission 7' }));
  expect(await screen.findByRole('dialog', { name: 'Edit mission: Mission 7' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Add new mission' }));
  const form = await screen.findByRole('dialog', { name: 'New mission' });
  expect(within(form).getByLabelText('Title')).toHaveProperty('value', '');
});

test('deactivates a mission by the switch, and changes nothing else', async () => {
  const requests = stubServer({ [LIST]: listed(adminMission(7)), [EDIT]: saved });
  const { user } = renderInApp(<AdminMissionsTab />);
  await user.click(await screen.findByRole('switch', { name: 'Mission 7 is active' }));
  expect(await screen.findByText('MIssion updated successfully!')).toBeTruthy();
  const { title, type, description, missionImg, target, reward } = adminMission(7);
  const change = requests.find(({ method }) => method === 'PUT');
  expect(change?.body).toEqual({ title, type, description, missionImg, target, reward, isActive: false });
});

test("updates immediately after another admin's change", async () => {
  const missions = [adminMission(1)];
  stubServer({ [LIST]: () => listed(...missions) });
  renderInApp(<AdminMissionsTab />);
  await screen.findByRole('heading', { name: 'Mission 1' });
  missions.push(adminMission(2));
  act(() => dispatch('MISSIONS_CHANGED', {}));
  expect(await screen.findByRole('heading', { name: 'Mission 2' })).toBeTruthy();
});

test('lists a mission that was added before the first connection', async () => {
  const missions = [adminMission(1)];
  stubServer({ [LIST]: () => listed(...missions) });
  renderInApp(<AdminMissionsTab />);
  await screen.findByRole('heading', { name: 'Mission 1' });
  missions.push(adminMission(2));
  await connectSocket();
  act(() => fakeSocket.simulateConnect());
  expect(await screen.findByRole('heading', { name: 'Mission 2' })).toBeTruthy();
});

test('says that there are no missions', async () => {
  stubServer({ [LIST]: listed() });
  renderInApp(<AdminMissionsTab />);
  expect(await screen.findByText('There are no missions yet.')).toBeTruthy();
});
