import type { Mission, MissionProgress } from '@karat/contract/missions';
import { pages } from '@karat/contract/pages';
import { CLAIM_ABOVE_PERCENT, type MissionEvent, type MissionPeriod, parseMissionType } from '@karat/rules/missions';
import { generatePath } from 'react-router';

/** Whether a reward of this or an earlier period waits. */
export function isClaimable({ progress, isClaimed }: Pick<Mission, 'progress' | 'isClaimed'>): boolean {
  return progress > CLAIM_ABOVE_PERCENT && !isClaimed;
}

/** Merges progress into the missions; undefined if the two lists do not match. */
export function withProgress(missions: readonly Mission[], changes: readonly MissionProgress[]): Mission[] | undefined {
  const byId = new Map(changes.map((change) => [change.id, change]));
  if (byId.size !== missions.length || missions.some(({ id }) => !byId.has(id))) return undefined;
  return missions.map((mission) => ({ ...mission, ...byId.get(mission.id) }));
}

/** The shortest period first. */
const REPEATING: readonly MissionPeriod[] = ['day', 'week'];

/** The order of the groups. One-time missions teach the site, so they come first until all are claimed. */
export function periodOrder(missions: readonly Mission[]): readonly MissionPeriod[] {
  const isOneLeft = missions.some(({ period, isClaimed }) => period === 'once' && !isClaimed);
  return isOneLeft ? ['once', ...REPEATING] : [...REPEATING, 'once'];
}

export type MissionGroup = { period: MissionPeriod; resetsAt: string | null; missions: readonly Mission[] };

/** Groups missions by period; empty groups are left out. */
export function groupsOf(missions: readonly Mission[], periods: readonly MissionPeriod[]): MissionGroup[] {
  return periods.flatMap((period) => {
    const members = missions.filter((mission) => mission.period === period);
    const [first] = members;
    return first ? [{ period, resetsAt: first.resetsAt, missions: members }] : [];
  });
}

export type Summary = { waiting: number; waitingReward: number; remaining: number; remainingReward: number };

/** Number and sum of waiting rewards, and of those still to be earned. */
export function summaryOf(missions: readonly Mission[]): Summary {
  const waiting = missions.filter(isClaimable);
  const remaining = missions.filter((mission) => !mission.isClaimed && !isClaimable(mission));
  return {
    waiting: waiting.length,
    waitingReward: rewardOf(waiting),
    remaining: remaining.length,
    remainingReward: rewardOf(remaining),
  };
}

const rewardOf = (missions: readonly Mission[]): number => missions.reduce((sum, { reward }) => sum + reward, 0);

/** The earliest time at which a mission restarts. */
export function nextReset(missions: readonly Mission[]): string | undefined {
  return missions.flatMap(({ resetsAt }) => resetsAt ?? []).toSorted()[0];
}

const MINUTE_MS = 60_000;

export type TimeLeft = { days: number; hours: number; minutes: number };

/** Whole minutes left, rounded up; never negative. */
export function timeLeft(untilIso: string, nowMs: number): TimeLeft {
  const total = Math.max(0, Math.ceil((Date.parse(untilIso) - nowMs) / MINUTE_MS));
  return { days: Math.floor(total / 1_440), hours: Math.floor(total / 60) % 24, minutes: total % 60 };
}

/** Keeps the order in which missions were first shown, so that nothing moves under a finger. New ones come last. */
export function inSeenOrder(missions: readonly Mission[], seenIds: readonly number[]): Mission[] {
  const place = new Map(seenIds.map((id, index) => [id, index]));
  const placeOf = ({ id }: Mission): number => place.get(id) ?? seenIds.length;
  return missions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Where a mission is done. Diamonds can be wagered in several places. */
const PLACES: Readonly<Record<MissionEvent, string | undefined>> = {
  open_cases: pages.cases,
  open_case: pages.case,
  wager: undefined,
  sell_items: pages.inventory,
  list_items: pages.market,
  bet_roulette: pages.roulette,
  play_duels: pages.home,
  win_duels: pages.home,
};

/** The address of the page where a mission is done; undefined if there is no single one. */
export function placeOf({ type }: Pick<Mission, 'type'>): string | undefined {
  const parsed = parseMissionType(type);
  const place = parsed && PLACES[parsed.event];
  return place === undefined ? undefined : generatePath(place, { caseName: parsed?.caseName ?? null });
}
