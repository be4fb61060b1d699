import type { LiveDrop } from '@karat/contract/drops';
import { REVEAL_MS } from '@karat/rules/strip';
import type { Deps } from '#deps.ts';
import { createRollHandles } from '#features/fairness/fairness.ts';
import { selectDrops, selectLatestIds } from './queries.ts';

const TICK_MS = 250;
/** A busy site shows some of its drops, not all. */
const DROPS_PER_TICK_MAX = 8;
const WAITING_MAX = 2_000;
const LATEST_MAX = 24;
const FRESH_MS = 1_000;

export type DropFeed = {
  /** Called after the commit. Each drop is broadcast once the player's own animation has revealed it. */
  enqueue(ids: readonly number[]): void;
  latest(): Promise<LiveDrop[]>;
  close(): void;
};

/** The live feed of openings. A restart loses drops that wait for their broadcast; the list that a page loads still has them. */
export function createDropFeed(
  { db, live, log, seal }: Pick<Deps, 'db' | 'live' | 'log' | 'seal'>,
  { revealDelayMs = REVEAL_MS, tickMs = TICK_MS } = {},
): DropFeed {
  let waiting: { readonly id: number; readonly dueMs: number }[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;
  const handles = createRollHandles(seal);
  let latest: { readonly drops: Promise<LiveDrop[]>; readonly untilMs: number } | undefined;

  function takeDue(): number[] {
    const nowMs = performance.now();
    const due = waiting.filter(({ dueMs }) => dueMs <= nowMs);
    waiting = waiting.slice(due.length);
    return due.slice(-DROPS_PER_TICK_MAX).map(({ id }) => id);
  }

  async function readDrops(ids: readonly number[]): Promise<LiveDrop[]> {
    const rows = await selectDrops(db.sql, ids);
    return rows.map((row) => ({ ...row, handle: handles.pageHandleOf(row.id) }));
  }

  async function tick(): Promise<void> {
    const ids = takeDue();
    if (waiting.length === 0) stop();
    if (ids.length === 0) return;
    const drops = await readDrops(ids);
    live.toAll('LIVE_DROP', { drops });
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function start(): void {
    timer ??= setInterval(() => {
      tick().catch((error: unknown) => log.warn({ err: error }, 'Drop broadcast failed'));
    }, tickMs).unref();
  }

  async function loadLatest(): Promise<LiveDrop[]> {
    const drops = await readDrops(await selectLatestIds(db.sql, revealDelayMs, LATEST_MAX));
    return drops.toReversed();
  }

  return {
    enqueue(ids) {
      const dueMs = performance.now() + revealDelayMs;
      if (waiting.length < WAITING_MAX) for (const id of ids) waiting.push({ id, dueMs });
      start();
    },
    latest() {
      if (latest !== undefined && performance.now() < latest.untilMs) return latest.drops;
      const drops = loadLatest();
      latest = { drops, untilMs: performance.now() + FRESH_MS };
      drops.catch(() => (latest = undefined));
      return drops;
    },
    close: stop,
  };
}
