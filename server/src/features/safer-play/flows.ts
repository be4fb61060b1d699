import type { Flows } from '@karat/contract/safer-play';
import { createBoundedMap } from '#bounded-map.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { createSharedReading } from '#shared-reading.ts';
import { type FlowSums, sumFlowsAfter, sumWithdrawn } from './flow-queries.ts';

/** Reported spans in days, longest first; all time is added as null. */
const SPANS = [90, 30, 7] as const;
const PLAYERS_CACHED_MAX = 10_000;
/** Rows per statement, well within its timeout. */
const BATCH_ROWS = 2_000;

const NO_SUMS: FlowSums = { ledgerId: 0, openingId: 0, deposited: 0, wagered: 0, net: 0 };

const furthest = (a: FlowSums, b: FlowSums): FlowSums => (b.ledgerId + b.openingId > a.ledgerId + a.openingId ? b : a);

/** Continues sums up to rows older than `olderThanDays`. */
async function sumFlows(sql: Sql, playerId: number, from: FlowSums, olderThanDays: number | null): Promise<FlowSums> {
  for (let sums = from; ;) {
    const { isLast, ...next } = await sumFlowsAfter(
      sql,
      { playerId, ledgerId: sums.ledgerId, openingId: sums.openingId },
      { olderThanDays, limit: BATCH_ROWS },
    );
    sums = {
      ledgerId: next.ledgerId,
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
function createPlayerFlows(sql: Sql, playerId: number): () => Promise<Flows[]> {
  const before: FlowSums[] = SPANS.map(() => NO_SUMS);
  let all = NO_SUMS;

  return createSharedReading(async () => {
    let soFar = NO_SUMS;
    for (const [at, days] of SPANS.entries()) {
      soFar = await sumFlows(sql, playerId, furthest(before[at]!, soFar), days);
      before[at] = soFar;
    }
    all = await sumFlows(sql, playerId, furthest(all, soFar), null);
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
    return [...SPANS.map((days, index) => flowOf(days, before[index]!)).toReversed(), flowOf(null, NO_SUMS)];
  });
}

/** Deposits, withdrawals and wagers of players in the last days and of all time; each span includes the shorter ones. */
export function createFlows({ db }: Pick<Deps, 'db'>): (playerId: number) => Promise<Flows[]> {
  const flowsOfPlayer = createBoundedMap<number, () => Promise<Flows[]>>(PLAYERS_CACHED_MAX);
  return (playerId) => {
    const readFlows = flowsOfPlayer.get(playerId) ?? createPlayerFlows(db.sql, playerId);
    flowsOfPlayer.set(playerId, readFlows);
    return readFlows();
  };
}
