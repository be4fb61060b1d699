import type { Room, RoomSummary, Seat } from '@karat/contract/rooms';

/** The server's time in these tests: half an hour ahead of the local clock, as if that were wrong. */
export const serverTime = (inMs = 0): string => new Date(Date.now() + 1_800_000 + inMs).toISOString();

export const exampleSeat = (username: string, overrides: Partial<Seat> = {}): Seat => ({
  steamId: `steam-${username}`,
  username,
  avatar: '',
  team: 'team1',
  ready: false,
  elo: 1_000,
  isSandbox: false,
  kills: 0,
  deaths: 0,
  eloChange: null,
  payout: null,
  ...overrides,
});

/** An entry of the room list: a room of deniz, who waits for an opponent. */
export function summaryOf(id: number, overrides: Partial<RoomSummary> = {}): RoomSummary {
  const players = overrides.players ?? [exampleSeat('deniz')];
  const other = players.find(({ username }) => username !== 'deniz');
  return {
    id,
    map: 'awp_lego',
    player_count: '1v1',
    server_location: 'istanbul',
    state: 'WAITING',
    server_ip: null,
    ticketPrice: 0,
    totalAmount: (overrides.ticketPrice ?? 0) * players.length,
    ownerPlayer: { username: 'deniz', isSandbox: false, profileImg: '' },
    participantPlayer: other ? { username: other.username, isSandbox: other.isSandbox, profileImg: '' } : null,
    players,
    rematchOf: null,
    createdAt: serverTime(-60_000),
    ...overrides,
  };
}

/** A room with all its data. */
export function exampleRoom(id: number, overrides: Partial<Room> = {}): Room {
  return {
    ...summaryOf(id, overrides),
    server_password: null,
    isPlayedBySandbox: false,
    now: serverTime(),
    deadline: null,
    score: { team1: 0, team2: 0 },
    winner: null,
    endReason: null,
    seedHash: 'ab'.repeat(32),
    seed: null,
    entropies: null,
    startingSide: null,
    timeline: [
      { id: 1, event: 'created', username: 'deniz', isSandbox: false, details: {}, createdAt: serverTime(-60_000) },
    ],
    spectators: 0,
    canAddSandbox: false,
    rematch: null,
    reservedFor: [],
    ...overrides,
  };
}
