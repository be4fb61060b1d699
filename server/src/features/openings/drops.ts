import type { LiveDrop } from '@karat/contract/drops';
import { REVEAL_MS } from '@karat/rules/strip';
import type { Deps } from '#deps.ts';
import { createRollHandles } from '#features/fairness/fairness.ts';
import { selectDrops, selectLatestIds, selectNewestId, selectNewestIds } from './queries.ts';

/** A busy site shows some of its drops, not all. */
const DROPS_PER_BROADCAST_MAX = 8;
const LATEST_MAX = 24;
const FRESH_MS = 1_000;

type DropDeps = Pick<Deps, 'db' | 'seal'>;
type Delay = { readonly revealDelayMs: number };
/** A drop is shown once the player's own animation has revealed it. */
const DELAY: Delay = { revealDelayMs: REVEAL_MS };

function createDropReader({ db, seal }: DropDeps) {
  const handles = createRollHandles(seal);
  return async (ids: readonly number[]): Promise<LiveDrop[]> => {
    const rows = await selectDrops(db.sql, ids);
    return rows.map((row) => ({ ...row, handle: handles.pageHandleOf(row.id) }));
  };
}

/** The drops that a page shows first, newest first. All pages of a second share one read. */
export function createLatestDrops(deps: DropDeps, { revealDelayMs }: Delay = DELAY): () => Promise<LiveDrop[]> {
  const readDrops = createDropReader(deps);
  let latest: { readonly drops: Promise<LiveDrop[]>; readonly untilMs: number } | undefined;

  async function load(): Promise<LiveDrop[]> {
    const drops = await readDrops(await selectLatestIds(deps.db.sql, { revealDelayMs, limit: LATEST_MAX }));
    return drops.toReversed();
  }

  return () => {
    if (latest !== undefined && performance.now() < latest.untilMs) return latest.drops;
    const drops = load();
    latest = { drops, untilMs: performance.now() + FRESH_MS };
    drops.catch(() => (latest = undefined));
    return drops;
  };
}

/**
 * Broadcasts the newest drops since the last call to the tabs of all processes. Only one process does so, so that clients get as
 * many events from any number of processes. The first call broadcasts nothing: pages have loaded what was there before. What is revealed
 * within a delay after it comes up to a delay late.
 */
export function createDropNews(deps: DropDeps & Pick<Deps, 'live'>, { revealDelayMs }: Delay = DELAY) {
  const { db, live } = deps;
  const readDrops = createDropReader(deps);
  /** The newest opening at each call, oldest first. Looking for it by time would read all openings of the delay. */
  const newest: { readonly id: number; readonly seenAtMs: number }[] = [];
  let lastId: number | undefined;

  /** The newest opening that was there a delay ago; 0 if this is not known yet. */
  async function findNewestRevealed(): Promise<number> {
    newest.push({ id: await selectNewestId(db.sql), seenAtMs: performance.now() });
    const latestMs = performance.now() - revealDelayMs;
    while (newest[1] !== undefined && newest[1].seenAtMs <= latestMs) newest.shift();
    return newest[0]!.seenAtMs <= latestMs ? newest[0]!.id : 0;
  }

  return async function broadcastDrops(): Promise<void> {
    if (lastId === undefined) [lastId = 0] = await selectLatestIds(db.sql, { revealDelayMs, limit: 1 });
    const upTo = await findNewestRevealed();
    if (upTo <= lastId) return;
    const ids = await selectNewestIds(db.sql, { after: lastId, upTo, limit: DROPS_PER_BROADCAST_MAX });
    lastId = upTo;
    live.toAll('LIVE_DROP', { drops: await readDrops(ids) });
  };
}
