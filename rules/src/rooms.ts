/** The options of a room. The first of each is the form's default. */
export const MAPS = ['awp_lego', 'aim_redline'] as const;
export type RoomMap = (typeof MAPS)[number];
export const PLAYER_COUNTS = ['1v1', '2v2'] as const;
export type PlayerCount = (typeof PLAYER_COUNTS)[number];
/** Location ids of a hosting provider. */
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

/** The transitions of a room. `void` ends it and refunds every stake, for any reason. */
export const ROOM_TRANSITIONS = ['start', 'go', 'finish', 'void'] as const;
export type RoomTransition = (typeof ROOM_TRANSITIONS)[number];

const NEXT_STATE: Readonly<Record<RoomState, Readonly<Partial<Record<RoomTransition, RoomState>>>>> = {
  WAITING: { start: 'MATCH_STARTING', void: 'MATCH_CANCELLED' },
  MATCH_STARTING: { go: 'MATCH_ONGOING', void: 'MATCH_CANCELLED' },
  MATCH_ONGOING: { finish: 'MATCH_FINISHED', void: 'MATCH_CANCELLED' },
  MATCH_FINISHED: {},
  MATCH_CANCELLED: {},
};

/** The state after a transition; undefined if it is not allowed. */
export function stateAfter(state: RoomState, step: RoomTransition): RoomState | undefined {
  return NEXT_STATE[state][step];
}

/** The states from which a transition is allowed; updates compare the current state with them. */
export function statesBefore(step: RoomTransition): RoomState[] {
  return ROOM_STATES.filter((state) => NEXT_STATE[state][step] !== undefined);
}

export function isActive(state: RoomState): boolean {
  return Object.keys(NEXT_STATE[state]).length > 0;
}

/** Seats of each team. */
export function seatsPerTeam(playerCount: PlayerCount): number {
  return playerCount === '1v1' ? 1 : 2;
}

export function seatsTotal(playerCount: PlayerCount): number {
  return TEAMS.length * seatsPerTeam(playerCount);
}

/** The time in which the players of a full room must get ready. */
export const READY_UP_MS = 2 * 60_000;
/** From the moment all players are ready to the match. */
export const COUNTDOWN_MS = 10_000;
/** The time in which players must join the game server. */
export const JOIN_MS = 5 * 60_000;
/** A match without reports for this long counts as abandoned by its game server. */
export const ABANDONED_AFTER_MS = 10 * 60_000;

/** How long after a match its players can open a rematch. */
export const REMATCH_MS = 10 * 60_000;

export const TICKET_PRICE_MAX = 1_000_000;

/** The percentage of a pot that the site keeps. */
export const RAKE_PERCENT = 5;

/** Splits a pot equally among the winners. The remainder goes to the rake. */
export function potShares(pot: number, winners: number): { each: number; rake: number } {
  const each = Math.floor((pot - Math.floor((pot * RAKE_PERCENT) / 100)) / winners);
  return { each, rake: pot - each * winners };
}

/** How a round of a match ended, as far as duels have it: without a bomb and hostages. */
export const ROUND_ENDS = ['elimination', 'time'] as const;
export type RoundEnd = (typeof ROUND_ENDS)[number];

/** A detail of a round in the timeline: the kills of the player in this seat. Seats of a team count from 1. */
export const killsDetail = (team: Team, position: number): string => `kills.${team}.${position}`;

/** The team with the higher score; undefined in a draw. */
export function winnerOf(score: Readonly<Record<Team, number>>): Team | undefined {
  if (score.team1 === score.team2) return undefined;
  return score.team1 > score.team2 ? 'team1' : 'team2';
}
