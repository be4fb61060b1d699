import { wire } from '#testing/wire.ts';
import type { Room } from '@karat/contract/rooms';
import { roomFlip } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { MemoryRouter, Route, Routes } from 'react-router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startLive } from '#app/live.ts';
import { useFlags } from '#app/modals.ts';
import { loadSession } from '#app/session.ts';
import { roomOf, roomTime, seatOf } from '#testing/rooms.ts';
import { demoPlayer, refusal, stubServer } from '#testing/world.tsx';
import { Toasts } from '#ui/toast.tsx';
import { useChat } from '#features/chat/chat-state.ts';
import { RoomChat } from '#features/chat/room-chat.tsx';
import { RoomPage } from './room-page.tsx';

const ROOM = 'GET /room/getGameRoom/5';
const READY = 'POST /room/setReadyState/5';
const STEAM = 'steam-kaan_tr';
const done = { body: { message: 'Done.' } };

type Answers = Parameters<typeof stubServer>[0];

beforeAll(() => startLive());
beforeEach(() => {
  wire.cut();
  wire.said.length = 0;
});

const me = (more = {}) => seatOf(demoPlayer.username, { steamId: STEAM, team: 'team2', ...more });

async function open(room: Room, answers: Answers = {}) {
  const sent = stubServer({
    'GET /auth/me': { body: { data: { ...demoPlayer, steamId: STEAM } } },
    [ROOM]: { body: room },
    ...answers,
  });
  await loadSession();
  useChat.setState({ hidden: [] });
  wire.connected = true;
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/room/5']}>
        <Routes>
          <Route path="/room/:roomId" element={<RoomPage Chat={RoomChat} />} />
        </Routes>
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const posts = () => sent.filter(({ method }) => method === 'POST');
  const shown = () => queryClient.getQueryData(['room', '5']);
  return { ...view, user: userEvent.setup(), sent, posts, shown };
}

const team = (name: string) => screen.findByRole('region', { name });
const readyButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Ready' });

test('a room shows its facts, both teams and who is ready', async () => {
  const players = [seatOf('deniz', { ready: true }), seatOf('ece', { team: 'team2', elo: 2_400 })];
  await open(roomOf(5, { players, ticketPrice: 500 }));
  const one = within(await team('Team 1'));
  expect([one.getByText('deniz'), one.getByText('Ready')]).toHaveLength(2);
  const other = within(await team('Team 2'));
  expect([other.getByText('ece'), other.getByText('Not ready'), other.getByText('Rating 2.400')]).toHaveLength(3);
  const info = within(await team('Room Info'));
  for (const fact of ['awp_lego', '1v1', 'Istanbul', '500']) expect(info.getByText(fact)).toBeTruthy();
  expect(within(screen.getByTitle('1.000 diamonds')).getByText('Pot')).toBeTruthy();
});

test('an unknown room has its own view', async () => {
  await open(roomOf(5), { [ROOM]: refusal(404, 'not_found', 'Room not found.') });
  expect(await screen.findByText('This room does not exist.')).toBeTruthy();
  expect(wire.said).toEqual([]);
});

test('the page joins the channel of its room, again after a break, and quits it; the global chat gives way', async () => {
  const { unmount } = await open(roomOf(5));
  await team('Team 1');
  const said = (name: string) => wire.said.filter((each) => each.name === name);
  expect(said('JOIN_GAME_ROOM')).toEqual([{ name: 'JOIN_GAME_ROOM', sent: { roomId: 5 } }]);
  expect(said('GET_GAME_ROOM_CHAT_MESSAGES')).toHaveLength(1);
  expect(useFlags.getState().isChatOpen).toBe(false);
  act(() => wire.cut());
  act(() => wire.open());
  await vi.waitFor(() => expect(said('JOIN_GAME_ROOM')).toHaveLength(1));
  unmount();
  expect(said('QUIT_GAME_ROOM')).toEqual([{ name: 'QUIT_GAME_ROOM', sent: { roomId: 5 } }]);
  expect(useFlags.getState().isChatOpen).toBe(true);
});

test('what is known and what is told are together what would be fetched', async () => {
  const before = roomOf(5, { now: roomTime(-5_000) });
  const after = roomOf(5, { players: [seatOf('deniz'), seatOf('ece', { team: 'team2' })], deadline: roomTime(60_000) });
  const { shown } = await open(before);
  await team('Team 1');
  act(() => wire.tell('ROOM_DATA', after));
  expect(await screen.findByText('ece')).toBeTruthy();
  expect(shown()).toEqual(after);
  act(() => wire.tell('ROOM_DATA', before));
  expect(shown()).toEqual(after);
  act(() => wire.tell('ROOM_DATA', roomOf(6)));
  expect(shown()).toEqual(after);
});

test('ready is shown at once and sent with the randomness of the browser', async () => {
  let room = roomOf(5, { players: [seatOf('deniz'), me()] });
  const { user, posts } = await open(room, {
    [ROOM]: () => ({ body: room }),
    [READY]: () => {
      room = roomOf(5, { players: [seatOf('deniz'), me({ ready: true })] });
      return done;
    },
  });
  await user.click(await readyButton());
  expect((await readyButton()).getAttribute('aria-pressed')).toBe('true');
  await vi.waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]!.body).toEqual({ ready: true, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(within(await team('Team 2')).getByText('Ready')).toBeTruthy();
});

test('of quick presses only the last is sent after the first', async () => {
  const answers: ((answer: typeof done) => void)[] = [];
  const { user, posts } = await open(roomOf(5, { players: [seatOf('deniz'), me()] }), {
    [READY]: () => new Promise((resolve) => answers.push(resolve)),
  });
  for (let press = 0; press < 4; press++) await user.click(await readyButton());
  expect(posts()).toHaveLength(1);
  await act(async () => answers[0]!(done));
  await vi.waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts().map(({ body }) => (body as { ready: boolean }).ready)).toEqual([true, false]);
  await act(async () => answers[1]!(done));
});

test('where ready cannot be sent the player is not ready, and it is only logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open(roomOf(5, { players: [seatOf('deniz'), me()] }), {
    [READY]: refusal(500, 'internal', 'Something went wrong.'),
  });
  await user.click(await readyButton());
  await vi.waitFor(async () => expect((await readyButton()).getAttribute('aria-pressed')).toBe('false'));
  expect(log.mock.calls).toEqual([['Failed to set the ready state', 'Something went wrong.']]);
  expect(screen.queryByText('Something went wrong.')).toBeNull();
  log.mockRestore();
});

test('a seat with a fee is asked for before it is paid, a free one is taken at once', async () => {
  const JOIN = 'POST /room/joinGameRoom/5';
  const paid = await open(roomOf(5, { ticketPrice: 500 }), { [JOIN]: done });
  await paid.user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  expect(await screen.findByText(/The entry fee of 500 diamonds moves to the room/)).toBeTruthy();
  expect(paid.posts()).toEqual([]);
  await paid.user.click(screen.getByRole('button', { name: 'Pay 500 and join' }));
  await vi.waitFor(() => expect(paid.posts().map(({ body }) => body)).toEqual([{ team: 'team2' }]));
  paid.unmount();
  const free = await open(roomOf(5), { [JOIN]: done });
  await free.user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  await vi.waitFor(() => expect(free.posts()).toHaveLength(1));
});

test('a refused seat is told in the words of the server', async () => {
  const { user } = await open(roomOf(5), {
    'POST /room/joinGameRoom/5': refusal(409, 'room_full', 'There is no free seat.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  expect(await screen.findByText('There is no free seat.')).toBeTruthy();
});

test('a seat that was paid for is left only after a question', async () => {
  const { user, posts } = await open(roomOf(5, { ticketPrice: 500, players: [seatOf('deniz'), me()] }), {
    'POST /room/leaveGameRoom/5': done,
  });
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(posts()).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await vi.waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['/room/leaveGameRoom/5']));
});

test('while the match starts ready is fixed and the seconds are counted by the clock of the store', async () => {
  const players = [seatOf('deniz', { ready: true }), me({ ready: true })];
  await open(roomOf(5, { state: 'MATCH_STARTING', players, deadline: roomTime(10_000) }));
  expect((await readyButton()).disabled).toBe(true);
  expect(screen.getByRole('timer').textContent).toMatch(/^(9|10) s$/);
});

test('when the match is on the server stands in place of the button, and what is told keeps its password', async () => {
  const players = [seatOf('deniz'), me()];
  const room = roomOf(5, { state: 'MATCH_ONGOING', players, server_ip: '10.0.0.1:27015', now: roomTime(-1_000) });
  await open(room, { [ROOM]: { body: { ...room, server_password: 'sesame' } } });
  const server = within(await team('Game server'));
  expect(server.getByText('10.0.0.1:27015')).toBeTruthy();
  expect(server.getByText('connect 10.0.0.1:27015; password sesame')).toBeTruthy();
  expect(server.getByRole('link').getAttribute('href')).toBe('steam://connect/10.0.0.1:27015/sesame');
  expect(screen.queryByRole('button', { name: 'Ready' })).toBeNull();
  act(() => wire.tell('ROOM_DATA', { ...room, now: roomTime(), score: { team1: 3, team2: 1 } }));
  expect(await screen.findByText(/3 : 1/)).toBeTruthy();
  expect(screen.getByText('sesame')).toBeTruthy();
});

test('a finished room shows who won, what was paid and how the ratings moved', async () => {
  const players = [seatOf('deniz', { eloChange: 25, payout: 950 }), me({ eloChange: -25, payout: 0 })];
  await open(
    roomOf(5, { state: 'MATCH_FINISHED', players, winner: 'team1', score: { team1: 13, team2: 4 }, ticketPrice: 500 }),
  );
  expect(await screen.findByText('Team 1 has won')).toBeTruthy();
  const one = within(await team('Team 1'));
  expect([one.getByText('Rating 1.000 → 1.025'), one.getByText('950')]).toHaveLength(2);
  expect(within(await team('Team 2')).getByText('Rating 1.000 → 975')).toBeTruthy();
});

test('a cancelled room says why', async () => {
  await open(roomOf(5, { state: 'MATCH_CANCELLED', endReason: 'no_server' }));
  expect(await screen.findByText(/^No game server could be had/)).toBeTruthy();
});

test('the coin can be checked in the browser, and a wrong one is found out', async () => {
  const seed = 'cd'.repeat(32);
  const entropies = ['ef'.repeat(16), ''];
  const side = roomFlip({ serverSeed: seed, roomId: '5', entropies, n: 0 }) === 0 ? 'ct' : 't';
  const fair: Partial<Room> = {
    state: 'MATCH_ONGOING',
    seed,
    seedHash: sha256Hex(seed),
    entropies,
    startingSide: side,
  };
  const { user } = await open(roomOf(5, { ...fair, now: roomTime(-1_000) }));
  await user.click(await screen.findByRole('button', { name: 'Check the coin' }));
  expect(screen.getByText(/^Checked in your browser/)).toBeTruthy();
  act(() => wire.tell('ROOM_DATA', roomOf(5, { ...fair, startingSide: side === 'ct' ? 't' : 'ct' })));
  expect(await screen.findByText(/do not fit together/)).toBeTruthy();
});

test('a line of the chat is shown at once, and once when it is said; a refused one goes back', async () => {
  const { user } = await open(roomOf(5));
  await team('Team 1');
  act(() => wire.tell('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [] }));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message…' });
  await user.type(box, '  gl hf {Enter}');
  const log = within(screen.getByRole('log'));
  expect(log.getByText('gl hf')).toBeTruthy();
  const sent = wire.said.find(({ name }) => name === 'SEND_GAME_ROOM_MESSAGE')!.sent as {
    message: string;
    key: string;
  };
  expect(sent).toEqual({ roomId: 5, message: 'gl hf', key: expect.any(String) });
  const sender = { id: 7, username: demoPlayer.username, profileImg: null, elo: 1_200, isAdmin: false };
  const line = { id: 1, sender, message: 'gl hf', timestamp: roomTime(), key: sent.key };
  act(() => wire.tell('NEW_GAME_ROOM_MESSAGE', { ...line, roomId: 5 }));
  act(() => wire.tell('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [line] }));
  expect(log.getAllByText('gl hf')).toHaveLength(1);
  await user.type(box, 'www.example.com{Enter}');
  const { key } = wire.said.findLast(({ name }) => name === 'SEND_GAME_ROOM_MESSAGE')!.sent as { key: string };
  act(() => wire.tell('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key }));
  expect(box.value).toBe('www.example.com');
});

test('the sandbox is offered to the owner while seats are free to be filled, and not after', async () => {
  const mine = { players: [me({ team: 'team1' })], ownerPlayer: { username: demoPlayer.username, profileImg: null } };
  const room = roomOf(5, { ...mine, canAddSandbox: true });
  await open(room);
  expect(await screen.findByRole('button', { name: 'Play against a sandbox opponent' })).toBeTruthy();
  act(() => wire.tell('ROOM_DATA', { ...room, now: roomTime(1_000), state: 'MATCH_CANCELLED', endReason: 'left' }));
  expect(await screen.findByText('The match was cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play against a sandbox opponent' })).toBeNull();
});

test('while players are awaited on the server the time that is left stands in place of the score', async () => {
  const room = roomOf(5, { state: 'MATCH_ONGOING', players: [seatOf('deniz'), me()], deadline: roomTime(125_000) });
  await open(room);
  expect((await screen.findByRole('timer')).textContent).toMatch(/^2:0[45]$/);
  expect(screen.queryByText('0 : 0')).toBeNull();
  const live = { id: 2, event: 'live', username: null, details: {}, createdAt: roomTime() } as const;
  act(() => wire.tell('ROOM_DATA', { ...room, now: roomTime(1_000), timeline: [...room.timeline, live] }));
  expect(await screen.findByText(/0 : 0/)).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});
