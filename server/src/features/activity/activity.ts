import { ACTIVITY_KINDS, type Activity, type ActivityKind, type ActivitySource } from '@karat/contract/activity';
import { Refusal } from '@karat/contract/refusal';
import { may, type StaffRole } from '@karat/contract/staff';
import * as z from 'zod/mini';
import { timeBounds } from '#day-bounds.ts';
import { forceCustomPlans } from '#db/custom-plans.ts';
import type { Sql } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { assertUser } from '#features/users/users.ts';
import {
  type IdRange,
  selectIdRanges,
  selectNow,
  type Slice,
  SOURCES,
  SOURCES_OF_KIND,
  type Timed,
} from './source-queries.ts';

const UNBOUNDED: IdRange = { firstId: 0, endId: Number.MAX_SAFE_INTEGER };

/** Where the last page ended: its time span, and of each source the time and the id of the last row shown. */
const cursorSchema = z.object({
  until: z.iso.datetime(),
  positions: z.partialRecord(
    z.enum(Object.keys(SOURCES) as ActivitySource[]),
    z.tuple([z.number().check(z.int()), z.number().check(z.int())]),
  ),
});
type Cursor = z.output<typeof cursorSchema>;

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function decodeCursor(text: string): Cursor {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new Refusal('invalid', 'Invalid page.');
  }
}

export type ActivityRequest = {
  readonly playerId: number;
  readonly kinds?: readonly ActivityKind[] | undefined;
  /** UTC days, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
};

export type ActivityPage = { readonly data: Activity[]; readonly next: string | null };

const idRangeOf = (source: ActivitySource, ranges: Awaited<ReturnType<typeof readIdRanges>>): IdRange =>
  source === 'opening' ? ranges.openings : source === 'bet' ? ranges.bets : UNBOUNDED;

type Span = Pick<Slice, 'playerId' | 'since' | 'until'>;

function readIdRanges(sql: Sql, span: Span, { from, to }: Pick<ActivityRequest, 'from' | 'to'>) {
  const isUnbounded = from === undefined && to === undefined;
  return isUnbounded ? { openings: UNBOUNDED, bets: UNBOUNDED } : selectIdRanges(sql, span);
}

/** Reads one more row of each source than a page has, so that the merge knows whether there is a next page. */
async function readSources(
  sql: Sql,
  { kinds = ACTIVITY_KINDS, limit, ...request }: ActivityRequest,
  cursor: Cursor,
): Promise<Timed[][]> {
  const { playerId } = request;
  const span = { playerId, since: timeBounds(request).since, until: cursor.until };
  const ranges = await readIdRanges(sql, span, request);
  const lists: Timed[][] = [];
  for (const source of kinds.flatMap((kind) => SOURCES_OF_KIND[kind])) {
    const { firstId, endId } = idRangeOf(source, ranges);
    const [beforeAt, beforeId] = cursor.positions[source] ?? [Date.parse(cursor.until) * 1_000, endId];
    const slice = { ...span, firstId, beforeAt, beforeId: Math.min(beforeId, endId), limit: limit + 1 };
    lists.push(await SOURCES[source](sql, slice));
  }
  return lists;
}

/** Merges lists by time, newest first. The order within each list stays, because positions rely on it. */
function mergeNewest(lists: readonly Timed[][], limit: number): Timed[] {
  const queues = lists.filter((list) => list.length > 0).map((list) => [...list]);
  const merged: Timed[] = [];
  while (merged.length < limit && queues.length > 0) {
    const newest = queues.reduce((best, queue) => (queue[0]!.at > best[0]!.at ? queue : best));
    merged.push(newest.shift()!);
    if (newest.length === 0) queues.splice(queues.indexOf(newest), 1);
  }
  return merged;
}

function withoutAddress(row: Activity): Activity {
  return row.source === 'signIn' ? { ...row, device: null, address: null } : row;
}

/**
 * Lists what a player did and what staff did with the player. Each table is read by an index and from its own position, so a page takes
 * the same time however many rows came before it, and no row is missing or repeated when new ones are added meanwhile.
 */
export async function listActivity(
  { db }: Pick<Deps, 'db'>,
  request: ActivityRequest,
  staffRole: StaffRole | null,
): Promise<ActivityPage> {
  const { cursor, lists } = await db.transaction(async ({ sql }) => {
    await assertUser(sql, request.playerId);
    const start = request.cursor === undefined ? await firstCursor(sql, request) : decodeCursor(request.cursor);
    await forceCustomPlans(sql);
    return { cursor: start, lists: await readSources(sql, request, start) };
  });
  const page = mergeNewest(lists, request.limit);
  const positions = { ...cursor.positions };
  for (const { source, at, id } of page) positions[source] = [at, id];
  const isLast = lists.reduce((sum, list) => sum + list.length, 0) === page.length;
  return {
    data: may(staffRole, 'logs') ? page : page.map(withoutAddress),
    next: isLast ? null : encodeCursor({ until: cursor.until, positions }),
  };
}

/** Rows that are added after the first page do not belong to the list. */
async function firstCursor(sql: Sql, request: ActivityRequest): Promise<Cursor> {
  const { until } = timeBounds(request);
  const now = await selectNow(sql);
  return { until: until === 'infinity' || until > now ? now : until, positions: {} };
}
