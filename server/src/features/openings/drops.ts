import type { LiveDrop } from '@karat/contract/drops';
import { REVEAL_MS } from '@karat/rules/strip';
import type { Deps } from '#deps.ts';
import { createRollHandles } from '#features/fairness/fairness.ts';
import { selectDrops, selectLatestIds } from './queries.ts';

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
 * many events from any number of processes. The first call broadcasts nothing: pages have loaded what was there before.
 */
export function createDropNews(deps: DropDeps & Pick<Deps, 'live'>, { revealDelayMs }: Delay = DELAY) {
  const { db, live } = deps;
  const readDrops = createDropReader(deps);
  let lastId: number | undefined;

  return async function broadcastDrops(): Promise<void> {
    const range = { revealDelayMs, limit: DROPS_PER_BROADCAST_MAX, after: lastId };
    const ids = await selectLatestIds(db.sql, range);
    const isFirst = lastId === undefined;
    lastId = ids[0] ?? lastId ?? 0;
    if (!isFirst && ids.length > 0) live.toAll('LIVE_DROP', { drops: await readDrops(ids) });
  };
}
