import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { useModals } from '#core/modals.ts';
import { me, openRoom, region, ROOM_CALL } from '#testing/room-page.tsx';
import { exampleRoom, serverTime, exampleSeat } from '#testing/rooms.ts';
import { fakeSocket } from '#testing/fake-socket.ts';
import { demoPlayer, refusal } from '#testing/test-utils.tsx';

const READY = 'POST /room/setReadyState/5';
const done = { body: { message: 'Done.' } };

beforeAll(() => connectSocket());
beforeEach(() => {
  fakeSocket.simulateDisconnect();
  fakeSocket.emitted.length = 0;
});

const readyButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Ready' });
const unreadyButton = () => screen.findByRole<HTMLButtonElement>('button', { name: 'I’m not ready' });

test('shows the facts of a room, both teams and who is ready', async () => {
  const players = [exampleSeat('deniz', { ready: true }), exampleSeat('ece', { team: 'team2', elo: 2_400 })];
  await openRoom(exampleRoom(5, { players, ticketPrice: 500 }));
  const one = within(await region('Team 1'));
  expect([one.getByText('deniz'), one.getByText('Ready')]).toHaveLength(2);
  const other = within(await region('Team 2'));
  expect([other.getByText('ece'), other.getByText('Not ready'), other.getByText('Rating 2.400')]).toHaveLength(3);
  const info = within(await region('Room Info'));
  for (const detailValue of ['awp_lego', '1v1', 'Istanbul', '500', '5 % of the pot', '950'])
    expect(info.getByText(detailValue)).toBeTruthy();
  expect(within(screen.getByTitle('1.000 diamonds')).getByText('Pot')).toBeTruthy();
});

test('shows the first team before the second, in any order of joining', async () => {
  await openRoom(exampleRoom(5, { players: [me(), exampleSeat('deniz')] }));
  const [first, second] = [await region('Team 1'), await region('Team 2')];
  expect(within(first).getByText('deniz')).toBeTruthy();
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('shows a message for an unknown room', async () => {
  await openRoom(exampleRoom(5), { [ROOM_CALL]: refusal(404, 'not_found', 'Room not found.') });
  expect(await screen.findByText('This room does not exist.')).toBeTruthy();
  expect(fakeSocket.emitted).toEqual([]);
});

test('joins the channel of its room, again after a reconnect, leaves it, and hides the global chat', async () => {
  const { unmount } = await openRoom(exampleRoom(5));
  await region('Team 1');
  const emitted = (name: string) => fakeSocket.emitted.filter((each) => each.name === name);
  expect(emitted('JOIN_GAME_ROOM')).toEqual([{ name: 'JOIN_GAME_ROOM', payload: { roomId: 5 } }]);
  expect(emitted('GET_GAME_ROOM_CHAT_MESSAGES')).toHaveLength(1);
  expect(useModals.getState().isChatOpen).toBe(false);
  act(() => fakeSocket.simulateDisconnect());
  act(() => fakeSocket.simulateConnect());
  await waitFor(() => expect(emitted('JOIN_GAME_ROOM')).toHaveLength(1));
  unmount();
  expect(emitted('QUIT_GAME_ROOM')).toEqual([{ name: 'QUIT_GAME_ROOM', payload: { roomId: 5 } }]);
  expect(useModals.getState().isChatOpen).toBe(true);
});

test('events lead to the state that a fetch would return', async () => {
  const before = exampleRoom(5, { now: serverTime(-5_000) });
  const after = exampleRoom(5, {
    players: [exampleSeat('deniz'), exampleSeat('ece', { team: 'team2' })],
    deadline: serverTime(60_000),
  });
  const { shown } = await openRoom(before);
  await region('Team 1');
  act(() => fakeSocket.receive('ROOM_DATA', after));
  expect(await screen.findByText('ece')).toBeTruthy();
  expect(shown()).toEqual(after);
  act(() => fakeSocket.receive('ROOM_DATA', before));
  expect(shown()).toEqual(after);
  act(() => fakeSocket.receive('ROOM_DATA', exampleRoom(6)));
  expect(shown()).toEqual(after);
});

test("shows ready immediately and sends it with the browser's entropy", async () => {
  let room = exampleRoom(5, { players: [exampleSeat('deniz'), me()] });
  const { user, posts, requests } = await openRoom(room, {
    [ROOM_CALL]: () => ({ body: room }),
    [READY]: () => {
      room = exampleRoom(5, { players: [exampleSeat('deniz'), me({ ready: true })] });
      return done;
    },
  });
  await user.click(await readyButton());
  // The button now offers the opposite.
  expect(await unreadyButton()).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ready' })).toBeNull();
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]!.body).toEqual({ ready: true, entropy: expect.stringMatching(/^[0-9a-f]{32}$/) });
  expect(within(await region('Team 2')).getByText('Ready')).toBeTruthy();
  // The room is fetched again.
  await waitFor(() => expect(requests.filter(({ path }) => path === '/room/getGameRoom/5')).toHaveLength(2));
});

test('sends only the last of several quick clicks after the first', async () => {
  const answers: ((answer: typeof done) => void)[] = [];
  const { user, posts } = await openRoom(exampleRoom(5, { players: [exampleSeat('deniz'), me()] }), {
    [READY]: () => new Promise((resolve) => answers.push(resolve)),
  });
  for (let press = 0; press < 4; press++) await user.click(await (press % 2 === 0 ? readyButton() : unreadyButton()));
  expect(posts()).toHaveLength(1);
  await act(async () => answers[0]!(done));
  await waitFor(() => expect(posts()).toHaveLength(2));
  expect(posts().map(({ body }) => (body as { ready: boolean }).ready)).toEqual([true, false]);
  await act(async () => answers[1]!(done));
});

test('resets ready when it cannot be sent, and only logs it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openRoom(exampleRoom(5, { players: [exampleSeat('deniz'), me()] }), {
    [READY]: refusal(500, 'internal', 'Something went wrong.'),
  });
  await user.click(await readyButton());
  await waitFor(() => expect(log.mock.calls).toEqual([['Failed to set the ready state', 'Something went wrong.']]));
  expect(await readyButton()).toBeTruthy();
  expect(screen.queryByText('Something went wrong.')).toBeNull();
  log.mockRestore();
});

test('confirms a seat with a fee, and takes a free one immediately', async () => {
  const JOIN = 'POST /room/joinGameRoom/5';
  const paid = await openRoom(exampleRoom(5, { ticketPrice: 500 }), { [JOIN]: done });
  await paid.user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  expect(await screen.findByText(/You pay the entry fee of 500 diamonds now/)).toBeTruthy();
  expect(screen.getByText(/the pot is 1\.000\. The site keeps 50 \(5\s%\), and each winner gets 950\./)).toBeTruthy();
  expect(paid.posts()).toEqual([]);
  await paid.user.click(screen.getByRole('button', { name: 'Pay 500 and join' }));
  await waitFor(() => expect(paid.posts().map(({ body }) => body)).toEqual([{ team: 'team2' }]));
  paid.unmount();
  const free = await openRoom(exampleRoom(5), { [JOIN]: done });
  await free.user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  await waitFor(() => expect(free.posts()).toHaveLength(1));
});

test("shows the server's refusal of a seat", async () => {
  const { user } = await openRoom(exampleRoom(5), {
    'POST /room/joinGameRoom/5': refusal(409, 'room_full', 'There is no free seat.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Join team 2' }));
  expect(await screen.findByText('There is no free seat.')).toBeTruthy();
});

test('confirms before leaving a paid seat', async () => {
  const { user, posts } = await openRoom(exampleRoom(5, { ticketPrice: 500, players: [exampleSeat('deniz'), me()] }), {
    'POST /room/leaveGameRoom/5': done,
  });
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(posts()).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(posts().map(({ path }) => path)).toEqual(['/room/leaveGameRoom/5']));
});

test("locks ready while the match starts, and counts down by the server's clock", async () => {
  const players = [exampleSeat('deniz', { ready: true }), me({ ready: true })];
  await openRoom(exampleRoom(5, { state: 'MATCH_STARTING', players, deadline: serverTime(10_000) }));
  expect((await readyButton()).disabled).toBe(true);
  expect(screen.getByRole('timer').textContent).toMatch(/^(9|10) s$/);
});

test('shows a chat message immediately, does not repeat it when it is sent, and returns a refused one', async () => {
  const { user } = await openRoom(exampleRoom(5));
  await region('Team 1');
  act(() => fakeSocket.receive('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [] }));
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message…' });
  await user.type(box, '  gl hf {Enter}');
  const log = within(screen.getByRole('log'));
  expect(log.getByText('gl hf')).toBeTruthy();
  const payload = fakeSocket.emitted.find(({ name }) => name === 'SEND_GAME_ROOM_MESSAGE')!.payload as {
    message: string;
    key: string;
  };
  expect(payload).toEqual({ roomId: 5, message: 'gl hf', key: expect.any(String) });
  const sender = {
    id: 7,
    username: demoPlayer.username,
    isSandbox: false,
    profileImg: '',
    elo: 1_200,
    isAdmin: false,
    isStaff: false,
  };
  const line = { id: 1, sender, message: 'gl hf', timestamp: serverTime(), key: payload.key };
  act(() => fakeSocket.receive('NEW_GAME_ROOM_MESSAGE', { ...line, roomId: 5 }));
  act(() => fakeSocket.receive('GAME_ROOM_CHAT_MESSAGES', { roomId: 5, data: [line] }));
  expect(log.getAllByText('gl hf')).toHaveLength(1);
  await user.type(box, 'www.example.com{Enter}');
  const { key } = fakeSocket.emitted.findLast(({ name }) => name === 'SEND_GAME_ROOM_MESSAGE')!.payload as {
    key: string;
  };
  act(() => fakeSocket.receive('ERROR', { message: 'Links are not allowed in the chat.', code: 'invalid', key }));
  expect(box.value).toBe('www.example.com');
});

test('offers the sandbox to the owner only while seats are free', async () => {
  const ownerPlayer = { username: demoPlayer.username, isSandbox: false, profileImg: '' };
  const mine = { players: [me({ team: 'team1' })], ownerPlayer };
  const room = exampleRoom(5, { ...mine, canAddSandbox: true });
  await openRoom(room);
  expect(await screen.findByRole('button', { name: 'Play against a sandbox opponent' })).toBeTruthy();
  act(() =>
    fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(1_000), state: 'MATCH_CANCELLED', endReason: 'left' }),
  );
  expect(await screen.findByText('The match was cancelled')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play against a sandbox opponent' })).toBeNull();
});
