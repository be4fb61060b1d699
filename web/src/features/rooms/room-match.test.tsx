import type { Room, TimelineEntry } from '@karat/contract/rooms';
import { roomFlip } from '@karat/rules/fairness';
import { sha256Hex } from '@karat/rules/sha256';
import { act, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { connectSocket } from '#core/socket.ts';
import { me, openRoom, region, ROOM_CALL } from '#testing/room-page.tsx';
import { exampleRoom, serverTime, exampleSeat } from '#testing/rooms.ts';
import { fakeSocket } from '#testing/fake-socket.ts';

beforeAll(() => connectSocket());
beforeEach(() => {
  fakeSocket.simulateDisconnect();
  fakeSocket.emitted.length = 0;
});

test('shows the server instead of the button during a match, and keeps its password after an event', async () => {
  const players = [exampleSeat('deniz'), me()];
  const room = exampleRoom(5, {
    state: 'MATCH_ONGOING',
    players,
    server_ip: '10.0.0.1:27015',
    now: serverTime(-1_000),
  });
  await openRoom(room, { [ROOM_CALL]: { body: { ...room, server_password: 'sesame' } } });
  const server = within(await region('Game server'));
  expect(server.getByText('10.0.0.1:27015')).toBeTruthy();
  expect(server.getByText('connect 10.0.0.1:27015; password sesame')).toBeTruthy();
  expect(server.getByRole('link').getAttribute('href')).toBe('steam://connect/10.0.0.1:27015/sesame');
  expect(screen.queryByRole('button', { name: 'Ready' })).toBeNull();
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), score: { team1: 3, team2: 1 } }));
  expect(await screen.findByText(/3 : 1/)).toBeTruthy();
  expect(screen.getByText('sesame')).toBeTruthy();
});

test('keeps the place of the server from a full room until after the match', async () => {
  const players = [exampleSeat('deniz'), me()];
  const room = exampleRoom(5, { players, now: serverTime(-9_000) });
  await openRoom(room);
  const server = within(await region('Game server'));
  const names = () => server.getAllByRole('term').map(({ textContent }) => textContent);
  const receive = (changed: Partial<Room>, now: string) =>
    act(() => fakeSocket.receive('ROOM_DATA', { ...room, ...changed, now }));
  const NAMES = ['Server IP', 'Password', 'Console command'];
  expect(names()).toEqual(NAMES);
  expect(server.getByRole<HTMLButtonElement>('button', { name: 'Join with Steam' }).disabled).toBe(true);
  receive({ state: 'MATCH_ONGOING', server_ip: '10.0.0.1:27015' }, serverTime(-5_000));
  expect(await server.findByText('10.0.0.1:27015')).toBeTruthy();
  expect(names()).toEqual(NAMES);
  receive({ state: 'MATCH_FINISHED', winner: 'team1' }, serverTime());
  expect(await server.findByText('The match is over.')).toBeTruthy();
  expect(names()).toEqual(NAMES);
  expect(server.queryByRole('link')).toBeNull();
});

test('keeps no place for a server before the room is full, in a sandbox, or after the match', async () => {
  const players = [exampleSeat('deniz'), me()];
  for (const room of [
    exampleRoom(5),
    exampleRoom(5, { players, isPlayedBySandbox: true }),
    exampleRoom(5, { players, state: 'MATCH_FINISHED', winner: 'team1' }),
  ]) {
    const { unmount } = await openRoom(room);
    await region('Team 1');
    expect(screen.queryByRole('region', { name: 'Game server' })).toBeNull();
    unmount();
  }
});

test('shows spectators where the match is played, but no way to join', async () => {
  const players = [exampleSeat('deniz'), exampleSeat('ece', { team: 'team2' })];
  await openRoom(
    exampleRoom(5, { state: 'MATCH_ONGOING', players, server_ip: '10.0.0.1:27015', deadline: serverTime(60_000) }),
  );
  const server = within(await region('Game server'));
  expect([server.getByText('10.0.0.1:27015'), server.getByText(/^The players join here/)]).toHaveLength(2);
  expect(server.queryByRole('link')).toBeNull();
  expect(server.queryByText(/^connect /)).toBeNull();
  expect(screen.getByText('The players are joining the server.')).toBeTruthy();
});

const onThisMachine = {
  state: 'MATCH_ONGOING',
  players: [exampleSeat('deniz'), me()],
  server_ip: '127.0.0.1:27015',
  deadline: serverTime(60_000),
} as const;

test('lets players join a local server that is not the sandbox’s like any other', async () => {
  await openRoom(exampleRoom(5, { ...onThisMachine, players: [...onThisMachine.players] }));
  const server = within(await region('Game server'));
  expect(screen.queryByText(/^The sandbox plays this match for you/)).toBeNull();
  expect(server.getByText(/^Start the game first/)).toBeTruthy();
});

test('does not ask players to join a server of the sandbox', async () => {
  await openRoom(exampleRoom(5, { ...onThisMachine, players: [...onThisMachine.players], isPlayedBySandbox: true }));
  const server = await region('Game server');
  expect(screen.getAllByText(/^The sandbox plays this match for you/)).toHaveLength(1);
  // The address is there for those who want it, but closed.
  expect(server.querySelector('details')!.open).toBe(false);
  expect(within(server).getByText('connect 127.0.0.1:27015')).toBeTruthy();
  expect(within(server).queryByText(/^Start the game first/)).toBeNull();
  expect(screen.queryByText(/^Join the server in time/)).toBeNull();
});

test('shows winner, payouts and rating changes of a finished room', async () => {
  const players = [exampleSeat('deniz', { eloChange: 25, payout: 950 }), me({ eloChange: -25, payout: 0 })];
  await openRoom(
    exampleRoom(5, {
      state: 'MATCH_FINISHED',
      players,
      winner: 'team1',
      score: { team1: 13, team2: 4 },
      ticketPrice: 500,
    }),
  );
  expect(await screen.findByText('Team 1 won')).toBeTruthy();
  const one = within(await region('Team 1'));
  // Each seat shows what it won or lost; the shares of the pot are between the teams.
  expect([one.getByText('Rating 1.000 → 1.025'), one.getByText('+450')]).toHaveLength(2);
  for (const [name, amount] of [
    ['Pot', '1.000'],
    ['Site fee', '50'],
    ['Each winner gets', '950'],
  ])
    expect(screen.getAllByText(name!).some((term) => term.parentElement!.textContent.includes(amount!))).toBe(true);
  const other = within(await region('Team 2'));
  expect([other.getByText('Rating 1.000 → 975'), other.getByText('-500')]).toHaveLength(2);
});

test.each([
  ['team1', 'You lost'],
  ['team2', 'You won'],
] as const)('shows players their own result first: %s won', async (winner, verdict) => {
  const score = { team1: winner === 'team1' ? 8 : 2, team2: winner === 'team2' ? 8 : 2 };
  await openRoom(exampleRoom(5, { state: 'MATCH_FINISHED', players: [exampleSeat('deniz'), me()], winner, score }));
  expect(await screen.findByText(verdict)).toBeTruthy();
});

test('shows spectators which team has won', async () => {
  const players = [exampleSeat('deniz'), exampleSeat('ece', { team: 'team2' })];
  await openRoom(
    exampleRoom(5, {
      state: 'MATCH_FINISHED',
      players,
      winner: 'team1',
      endReason: 'forfeit',
      score: { team1: 0, team2: 0 },
    }),
  );
  expect(await screen.findByText('Team 1 won: the other team did not join')).toBeTruthy();
  expect(screen.queryByText(/^You (won|lost)$/)).toBeNull();
  expect(screen.queryByText('VS')).toBeNull();
});

test('says why a room was cancelled', async () => {
  await openRoom(exampleRoom(5, { state: 'MATCH_CANCELLED', endReason: 'no_server' }));
  expect(await screen.findByText('No game server was available.')).toBeTruthy();
  expect(screen.queryByText('VS')).toBeNull();
});

test('says that staff closed a room, why, and that each fee was refunded', async () => {
  const players = [exampleSeat('deniz'), me()];
  const endReason = 'The map was the wrong one.';
  await openRoom(exampleRoom(5, { state: 'MATCH_CANCELLED', players, ticketPrice: 500, totalAmount: 0, endReason }));
  expect(await screen.findByText('Our staff closed this room')).toBeTruthy();
  for (const line of ['Reason: The map was the wrong one.', 'All entry fees were refunded.'])
    expect(screen.getByText(line)).toBeTruthy();
  for (const name of ['Team 1', 'Team 2']) {
    const seats = within(await region(name));
    expect([seats.getByText(/^Refunded/), seats.getByText('500')]).toHaveLength(2);
  }
});

test('shows no seed for a coin that was never flipped', async () => {
  const room = exampleRoom(5, { state: 'MATCH_CANCELLED', endReason: 'no_server', seed: 'cd'.repeat(32) });
  await openRoom(room);
  const coin = within(await region('Starting sides'));
  expect(coin.getByText(/^The room closed before the coin toss/)).toBeTruthy();
  expect(coin.queryByText('cd'.repeat(32))).toBeNull();
});

test('collapses rounds into one line, which stays open while rounds join it', async () => {
  const round = (id: number, one: number, other: number): TimelineEntry => ({
    id,
    event: 'round',
    username: null,
    isSandbox: false,
    details: { team1: one, team2: other },
    createdAt: serverTime(),
  });
  const live: TimelineEntry = { ...round(2, 0, 0), event: 'live', details: {} };
  const timeline = [live, round(3, 1, 0), round(4, 1, 1)];
  const room = exampleRoom(5, { state: 'MATCH_ONGOING', timeline, now: serverTime(-1_000) });
  const { user } = await openRoom(room);
  const fold = await screen.findByText('2 rounds, 1 : 1');
  expect(fold.closest('details')!.open).toBe(false);
  await user.click(fold);
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(), timeline: [...timeline, round(5, 2, 1)] }));
  const longer = await screen.findByText('3 rounds, 2 : 1');
  expect(longer.closest('details')!.open).toBe(true);
  const list = screen.getByRole('list', { name: 'Timeline' });
  expect([...list.children].map(({ tagName }) => tagName)).toEqual(['LI', 'LI']);
  expect(within(list).getAllByText(/^Round over: /)).toHaveLength(3);
});

test('verifies the coin in the browser, and detects a wrong one', async () => {
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
  const { user } = await openRoom(exampleRoom(5, { ...fair, now: serverTime(-1_000) }));
  await user.click(await screen.findByRole('button', { name: 'Check the coin toss' }));
  expect(screen.getByText(/^Checked in your browser/)).toBeTruthy();
  act(() => fakeSocket.receive('ROOM_DATA', exampleRoom(5, { ...fair, startingSide: side === 'ct' ? 't' : 'ct' })));
  expect(await screen.findByText(/do not match/)).toBeTruthy();
});

test('shows the time left instead of the score while the server waits for players', async () => {
  const room = exampleRoom(5, {
    state: 'MATCH_ONGOING',
    players: [exampleSeat('deniz'), me()],
    deadline: serverTime(125_000),
  });
  await openRoom(room);
  const timer = await screen.findByRole('timer', { name: 'Time left for the players to join' });
  expect(timer.textContent).toMatch(/^2:0[45]$/);
  expect(screen.getByText('Time left for the players to join')).toBeTruthy();
  expect(screen.queryByText('0 : 0')).toBeNull();
  const common = { username: null, isSandbox: false, details: {}, createdAt: serverTime() };
  const live = { id: 2, event: 'live', ...common } as const;
  act(() => fakeSocket.receive('ROOM_DATA', { ...room, now: serverTime(1_000), timeline: [...room.timeline, live] }));
  expect(await screen.findByText(/0 : 0/)).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});
