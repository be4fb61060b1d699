import type { GameServer } from '@karat/contract/servers';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { dispatch } from '#core/socket.ts';
import { setLanguage } from '#i18n/i18n.ts';
import { visit } from '#testing/cases.tsx';
import { exampleSeat, summaryOf } from '#testing/rooms.ts';
import { signInStaff } from '#testing/staff.ts';
import { refusal, stubServer } from '#testing/test-utils.tsx';
import { AdminServerPage } from './admin-server-page.tsx';

beforeEach(() => signInStaff());

const LIST = 'GET /rcon/getGameServers';
const STATUS = 'GET /rcon/checkStatus';
const COMMAND = 'POST /rcon/cmd';
const ROOMS = 'GET /room/getActiveRooms';
const RESIDENTS = 'GET /sandbox/getResidents';
const VOID = 'POST /admin/voidGameRoom/7';

const istanbul: GameServer = { id: 1, location: 'istanbul', address: '203.0.113.7:27015', isSandbox: false, roomId: 7 };
const tokyo: GameServer = { id: 2, location: 'tokyo', address: '127.0.0.1:27016', isSandbox: true, roomId: null };
const status = {
  body: {
    data: {
      server: { id: 1, hostname: 'Karat Istanbul', public_ip: '203.0.113.7', map: 'awp_lego' },
      players: [
        { type: 'human', name: 'deniz', state: 'active' },
        { type: 'bot', name: 'deniz', state: 'spawning' },
      ],
    },
  },
};
const done = (data: string) => ({ body: { message: 'Rcon command successfully executed', data } });

type Answers = Parameters<typeof stubServer>[0];

function openPage(answers: Answers = {}, url = '/admin/server') {
  const requests = stubServer({
    [LIST]: { body: { data: [istanbul, tokyo] } },
    [STATUS]: status,
    [ROOMS]: { body: { data: [] } },
    [RESIDENTS]: { body: { data: { isAvailable: true, isOn: true, actionsPerMinute: 8, residents: [] } } },
    ...answers,
  });
  return { requests, ...visit('/admin/server', <AdminServerPage />, url) };
}

const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Command' });
const log = () => screen.getByRole('log').textContent;

test('shows name, address and players of the chosen server', async () => {
  const { requests } = openPage();
  expect(await screen.findByText('Karat Istanbul')).toBeTruthy();
  expect(screen.getByText('203.0.113.7')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Room #7' }).getAttribute('href')).toBe('/room/7');
  const rows = within(screen.getByRole('table', { name: 'Players on the server' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'TypeNameState',
    'TypehumanNamedenizStateactive',
    'TypebotNamedenizStatespawning',
  ]);
  expect(requests.map(({ path }) => path)).toContain('/rcon/checkStatus?serverId=1');
});

test('selects another server by place, address and room, and stores it in the URL', async () => {
  const { user, requests, router } = openPage();
  await user.click(await screen.findByRole('radio', { name: /Tokyo.*127\.0\.0\.1:27016 · sandbox · Free/ }));
  await waitFor(() => expect(requests.at(-1)?.path).toBe('/rcon/checkStatus?serverId=2'));
  expect(router.state.location.search).toBe('?server=2');
});

test('says that a server does not respond, with a retry', async () => {
  const answers = [refusal(503, 'server_unreachable', 'The game server does not answer.'), status];
  const { user } = openPage({ [STATUS]: () => answers.shift()! });
  expect((await screen.findByRole('alert')).textContent).toBe('The game server does not answer.');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Karat Istanbul')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('sends a command, shows its output, and recalls it by the arrow key', async () => {
  const { user, requests } = openPage({ [COMMAND]: done('hostname: Karat\nplayers : 2') });
  await user.type(await box(), ' status {Enter}');
  expect(await screen.findByText('Rcon command successfully executed')).toBeTruthy();
  expect(log()).toBe('203.0.113.7:27015 > statushostname: Karat\nplayers : 2');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    serverId: 1,
    cmd: 'status',
    isConfirmed: false,
  });
  expect((await box()).value).toBe('');
  await user.keyboard('{ArrowUp}');
  expect((await box()).value).toBe('status');
  await user.keyboard('{ArrowDown}');
  expect((await box()).value).toBe('');
});

test('sends a command by the button', async () => {
  const { user, requests } = openPage({ [COMMAND]: done('ok') });
  await user.type(await box(), 'status');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Rcon command successfully executed')).toBeTruthy();
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toMatchObject([{ cmd: 'status' }]);
});

test('sends nothing from an empty box, and marks an empty output', async () => {
  const { user, requests } = openPage({ [COMMAND]: done('') });
  await user.type(await box(), '  {Enter}');
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await user.type(await box(), 'say hello{Enter}');
  await waitFor(() => expect(log()).toContain('No output.'));
});

test('sends a dangerous command after a confirmation, to the server it was meant for', async () => {
  const answers = [refusal(409, 'command_unconfirmed', 'This command is dangerous. Please confirm it.'), done('ok')];
  const { user, requests } = openPage({ [COMMAND]: () => answers.shift()! });
  await user.type(await box(), 'changelevel awp_lego{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Send this command?' });
  expect(within(dialog).getByText('changelevel awp_lego')).toBeTruthy();
  expect(within(dialog).getByText(/203\.0\.113\.7:27015/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Send anyway' }));
  await waitFor(() => expect(log()).toContain('ok'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { serverId: 1, cmd: 'changelevel awp_lego', isConfirmed: false },
    { serverId: 1, cmd: 'changelevel awp_lego', isConfirmed: true },
  ]);
});

test('does not send an unconfirmed dangerous command', async () => {
  const { user, requests } = openPage({ [COMMAND]: refusal(409, 'command_unconfirmed', 'This command is dangerous.') });
  await user.type(await box(), 'kick deniz{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(log()).toBe('');
});

test.each([
  [refusal(409, 'command_refused', 'This command cannot be sent from here.'), 'This command cannot be sent from here.'],
  ['unreachable' as const, 'Network error. Please try again later.'],
])('shows and keeps why a command failed', async (answer, words) => {
  const { user } = openPage({ [COMMAND]: answer });
  await user.type(await box(), 'quit{Enter}');
  await waitFor(() => expect(log()).toBe(`203.0.113.7:27015 > quit${words}`));
  expect(screen.queryByText('Rcon command successfully executed')).toBeNull();
});

test('says that there are no game servers', async () => {
  openPage({ [LIST]: { body: { data: [] } } });
  expect(await screen.findByText('There is no game server.')).toBeTruthy();
  expect(await screen.findByText('No active rooms.')).toBeTruthy();
});

test('shows an error when loading fails', async () => {
  openPage({ [LIST]: 'unreachable' });
  expect(await screen.findByText('An error occurred while fetching data.')).toBeTruthy();
});

const room = summaryOf(7, {
  state: 'MATCH_ONGOING',
  ticketPrice: 500,
  players: [exampleSeat('deniz'), exampleSeat('efe', { team: 'team2' })],
});

test('updates the rooms by events, each linked to its page', async () => {
  openPage();
  await screen.findByText('No active rooms.');
  act(() => dispatch('ROOMS_CHANGED', { data: [room, summaryOf(8)] }));
  expect((await screen.findByRole('link', { name: 'Room #8' })).getAttribute('href')).toBe('/room/8');
  const rows = within(screen.getByRole('table', { name: 'Active rooms' })).getAllByRole('row');
  expect(rows[1]?.textContent).toMatch(/Room #7.*In progress.*2\/2 deniz, efe.*1\.000/);
  expect(rows[2]?.textContent).toMatch(/Room #8.*Waiting for players.*1\/2 deniz/);
});

test('voids a room with a reason', async () => {
  const server = { rooms: [room] };
  const { user, requests } = openPage({
    [ROOMS]: () => ({ body: { data: server.rooms } }),
    [VOID]: () => {
      server.rooms = [];
      return { body: { message: 'done' } };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Void room #7' }));
  await user.click(await screen.findByRole('button', { name: 'Void and refund' }));
  expect(await screen.findByText('Reason is required.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'The server lags.{Enter}');
  expect(await screen.findByText('Room #7 was voided. All entry fees were refunded.')).toBeTruthy();
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'The server lags.' });
  expect(await screen.findByText('No active rooms.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('refreshes the list when a room is already over', async () => {
  const lists = [[room], []];
  const { user } = openPage({
    [ROOMS]: () => ({ body: { data: lists.length > 1 ? lists.shift() : lists[0] } }),
    [VOID]: refusal(409, 'room_over', 'This room is closed.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Void room #7' }));
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'The server lags.{Enter}');
  expect(await screen.findByText('This room is closed.')).toBeTruthy();
  expect(await screen.findByText('No active rooms.')).toBeTruthy();
});

test('is translated into Turkish', async () => {
  await setLanguage('tr');
  openPage();
  expect(await screen.findByText('Sunucu adı')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Gönder' })).toBeTruthy();
  await act(() => setLanguage('mixed'));
});

test('shows the switch of the residents on a sandbox only', async () => {
  const { unmount } = openPage();
  expect(await screen.findByRole('switch', { name: 'Residents play' })).toBeTruthy();
  unmount();
  const { requests } = openPage({ [LIST]: { body: { data: [istanbul] } } });
  await screen.findByText('Karat Istanbul');
  expect(screen.queryByRole('switch')).toBeNull();
  expect(requests.map(({ path }) => path)).not.toContain('/sandbox/getResidents');
});
