import type { Flows } from '@karat/contract/safer-play';
import { createBoundedMap } from '#bounded-map.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { type FlowSums, sumFlowsAfter, sumWithdrawn } from './flow-queries.ts';

/** Reported spans in days, longest first; all time is added as null. */
const SPANS = [90, 30, 7] as const;
const PLAYERS_KEPT_MAX = 10_000;
/** Rows per statement, well within its timeout. */
const STEP_ROWS = 2_000;

const NOTHING: FlowSums = { lineId: 0, openingId: 0, deposited: 0, wagered: 0, net: 0 };

const further = (one: FlowSums, other: FlowSums): FlowSums =>
  other.lineId + other.openingId > one.lineId + one.openingId ? other : one;

/** Continues sums up to rows older than `olderThanDays`. */
async function sumUpTo(sql: Sql, playerId: number, from: FlowSums, olderThanDays: number | null): Promise<FlowSums> {
  for (let sums = from; ;) {
    const { isLast, ...next } = await sumFlowsAfter(
      sql,
      { playerId, lineId: sums.lineId, openingId: sums.openingId },
      { olderThanDays, limit: STEP_ROWS },
    );
    sums = {
      lineId: next.lineId,
      openingId: next.openingId,
      deposited: sums.deposited + next.deposited,
      wagered: sums.wagered + next.wagered,
      net: sums.net + next.net,
    };
    if (isLast) return sums;
  }
}

/**
 * Flows of one player. Ledger rows and openings never change and are ordered by time: the sums of everything older than each span
 * are cached and continued, and a span is the total minus those.
 */
function createReading(sql: Sql, playerId: number): () => Promise<Flows[]> {
  const before: FlowSums[] = SPANS.map(() => NOTHING);
  let all = NOTHING;

  return createSharedReading(async () => {
    let reached = NOTHING;
    for (const [at, days] of SPANS.entries()) {
      reached = await sumUpTo(sql, playerId, further(before[at]!, reached), days);
      before[at] = reached;
    }
    all = await sumUpTo(sql, playerId, further(all, reached), null);
    const withdrawn = new Map(
      (await sumWithdrawn(sql, playerId, [...SPANS, null])).map((each) => [each.days, each.withdrawn]),
    );
    const flowOf = (days: number | null, { deposited, wagered, net }: FlowSums): Flows => ({
      days,
      deposited: all.deposited - deposited,
      withdrawn: withdrawn.get(days)!,
      wagered: all.wagered - wagered,
      net: all.net - net,
    });
    return [...SPANS.map((days, at) => flowOf(days, before[at]!)).toReversed(), flowOf(null, NOTHING)];
  });
}

/** Deposits, withdrawals and wagers of players in the last days and of all time; each span includes the shorter ones. */
export function createFlows({ db }: Pick<Deps, 'db'>): (playerId: number) => Promise<Flows[]> {
  const readings = createBoundedMap<number, () => Promise<Flows[]>>(PLAYERS_KEPT_MAX);
  return (playerId) => {
    const reading = readings.get(playerId) ?? createReading(db.sql, playerId);
    readings.set(playerId, reading);
    return reading();
  };
}
