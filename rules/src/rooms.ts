/** What a room can be played on, by whom and where. The first of each is what the form offers first. */
export const MAPS = ['awp_lego', 'aim_redline'] as const;
export type RoomMap = (typeof MAPS)[number];
export const PLAYER_COUNTS = ['1v1', '2v2'] as const;
export type PlayerCount = (typeof PLAYER_COUNTS)[number];
/** A known hosting provider's ids. */
export const LOCATIONS = [
  'beauharnois',
  'new_york_city',
  'los_angeles',
  'miami',
  'tokyo',
  'warsaw',
  'dusseldorf',
  'istanbul',
  'bucharest',
] as const;
export type Location = (typeof LOCATIONS)[number];

export const TEAMS = ['team1', 'team2'] as const;
export type Team = (typeof TEAMS)[number];

export const ROOM_STATES = ['WAITING', 'MATCH_STARTING', 'MATCH_ONGOING', 'MATCH_FINISHED', 'MATCH_CANCELLED'] as const;
export type RoomState = (typeof ROOM_STATES)[number];

/** What moves a room on. `void` ends it with every stake given back, whatever the reason. */
export const ROOM_STEPS = ['start', 'go', 'finish', 'void'] as const;
export type RoomStep = (typeof ROOM_STEPS)[number];

const AFTER: Readonly<Record<RoomState, Readonly<Partial<Record<RoomStep, RoomState>>>>> = {
  WAITING: { start: 'MATCH_STARTING', void: 'MATCH_CANCELLED' },
  MATCH_STARTING: { go: 'MATCH_ONGOING', void: 'MATCH_CANCELLED' },
  MATCH_ONGOING: { finish: 'MATCH_FINISHED', void: 'MATCH_CANCELLED' },
  MATCH_FINISHED: {},
  MATCH_CANCELLED: {},
};

/** The state after a step; undefined where it may not be taken. */
export function stateAfter(state: RoomState, step: RoomStep): RoomState | undefined {
  return AFTER[state][step];
}

/** The states from which a step may be taken: what a write compares with. */
export function statesBefore(step: RoomStep): RoomState[] {
  return ROOM_STATES.filter((state) => AFTER[state][step] !== undefined);
}

export function isActive(state: RoomState): boolean {
  return Object.keys(AFTER[state]).length > 0;
}

/** Seats of each team. */
export function seatsPerTeam(playerCount: PlayerCount): number {
  return playerCount === '1v1' ? 1 : 2;
}

export function seatsTotal(playerCount: PlayerCount): number {
  return TEAMS.length * seatsPerTeam(playerCount);
}

/** Once a room is full everybody has so long to get ready. */
export const READY_UP_MS = 2 * 60_000;
/** From the last to get ready to the match. */
export const COUNTDOWN_MS = 10_000;
/** To join the server once it is up. */
export const JOIN_MS = 5 * 60_000;
/** A match of which nothing is heard for so long has been abandoned by its server. */
export const SILENCE_MS = 10 * 60_000;

export const TICKET_PRICE_MAX = 1_000_000;

/** What the site keeps of a pot. */
export const RAKE_PERCENT = 5;

/** How a pot is shared: winners equally, what does not divide joins the rake. */
export function potShares(pot: number, winners: number): { each: number; rake: number } {
  const each = Math.floor((pot - Math.floor((pot * RAKE_PERCENT) / 100)) / winners);
  return { each, rake: pot - each * winners };
}

/** Who has won, by the rounds of the match alone; undefined where they are level. */
export function winnerOf(score: Readonly<Record<Team, number>>): Team | undefined {
  if (score.team1 === score.team2) return undefined;
  return score.team1 > score.team2 ? 'team1' : 'team2';
}
