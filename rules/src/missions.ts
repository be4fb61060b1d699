import type { Game } from './games.ts';

/** The actions of players that missions count. */
export const MISSION_EVENTS = [
  'open_cases',
  'open_case',
  'wager',
  'sell_items',
  'list_items',
  'bet_roulette',
  'play_duels',
  'win_duels',
] as const;
export type MissionEvent = (typeof MISSION_EVENTS)[number];

/** The event by which missions count each game. */
export const GAME_EVENTS = {
  roulette: 'bet_roulette',
  case: 'open_cases',
  duel: 'win_duels',
} as const satisfies Record<Game, MissionEvent>;

/** The period in which a mission can be completed: once, every day or every week. */
export const MISSION_PERIODS = ['once', 'day', 'week'] as const;
export type MissionPeriod = (typeof MISSION_PERIODS)[number];

const PREFIX: Readonly<Record<MissionPeriod, string>> = { once: '', day: 'daily:', week: 'weekly:' };

/** A mission type that the site counts. Only `open_case` has a `caseName`. */
export type MissionType = {
  readonly period: MissionPeriod;
  readonly event: MissionEvent;
  readonly caseName: string | undefined;
};

/** Parses `open_cases`, `daily:sell_items` or `weekly:open_case:Name`; undefined for a type that the site does not count. */
export function parseMissionType(text: string): MissionType | undefined {
  const period = MISSION_PERIODS.find((each) => PREFIX[each] !== '' && text.startsWith(PREFIX[each])) ?? 'once';
  const rest = text.slice(PREFIX[period].length);
  const [, caseName] = /^open_case:(.+)$/s.exec(rest) ?? [];
  if (caseName !== undefined) return { period, event: 'open_case', caseName };
  const event = MISSION_EVENTS.find((each) => each === rest && each !== 'open_case');
  return event === undefined ? undefined : { period, event, caseName: undefined };
}

export function missionTypeText({ period, event, caseName }: MissionType): string {
  return `${PREFIX[period]}${event}${caseName === undefined ? '' : `:${caseName}`}`;
}

/** Progress in whole percent, rounded down, so that only a reached target is above 99. */
export function progressPercent(amount: number, target: number): number {
  // Multiplies first, because 29 / 100 * 100 is less than 29.
  return Math.floor((Math.min(amount, target) * 100) / target);
}

/** A reward can be claimed above this progress. */
export const CLAIM_ABOVE_PERCENT = 99;

const DAY_MS = 86_400_000;
/** The first of January 1970 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3;

/** The end of the period that contains a time, by UTC; weeks end on Sunday night. Undefined for `once`. */
export function periodEnd(period: MissionPeriod, atMs: number): number | undefined {
  const day = Math.floor(atMs / DAY_MS);
  if (period === 'once') return undefined;
  if (period === 'day') return (day + 1) * DAY_MS;
  return (day - ((day + MONDAY_OFFSET_DAYS) % 7) + 7) * DAY_MS;
}
