import { type LiveDrop, getLatestDrops } from '@karat/contract/drops';
import { useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { call } from '#core/api.ts';
import { onEvent, shareSubscription } from '#core/socket.ts';
import { logError } from '#core/log.ts';
import { useReveals } from '#core/reveals.ts';

/** As many as the widest feed shows, plus a few to scroll to. */
const DROPS_STORED_MAX = 24;

/** The latest drops, newest first; undefined until they have been fetched. */
export const useLatestDrops = create<{ readonly drops: readonly LiveDrop[] | undefined }>(() => ({ drops: undefined }));

let isFailed = false;

function catchUp(): void {
  if (useLatestDrops.getState().drops !== undefined || isFailed) void loadDrops();
}

const watchDrops = shareSubscription(() => {
  // What is known may be from before the previous subscription ended.
  catchUp();
  return onEvent('LIVE_DROP', ({ drops }) => addDrops(drops.toReversed()), catchUp);
});

/** Adds drops, newest first, each once. */
function addDrops(fresh: readonly LiveDrop[]): void {
  useLatestDrops.setState(({ drops = [] }) => {
    const known = new Set(fresh.map(({ id }) => id));
    const all = [...fresh, ...drops.filter(({ id }) => !known.has(id))].toSorted((a, b) => b.id - a.id);
    return { drops: all.slice(0, DROPS_STORED_MAX) };
  });
}

async function loadDrops(): Promise<void> {
  try {
    addDrops((await call(getLatestDrops)).data);
    isFailed = false;
  } catch (error) {
    isFailed = true;
    // The page works without the feed; the next connection tries again.
    logError('Failed to load the latest drops', error);
  }
}

/** The latest drops without those that would reveal a running spin; undefined while loading. */
export function useDrops(): readonly LiveDrop[] | undefined {
  const drops = useLatestDrops((latest) => latest.drops);
  const hiddenRolls = useReveals((reveals) => reveals.hiddenRolls);
  useEffect(() => {
    const stop = watchDrops();
    if (useLatestDrops.getState().drops === undefined) void loadDrops();
    return stop;
  }, []);
  return useMemo(() => drops?.filter(({ id }) => !hiddenRolls.has(id)), [drops, hiddenRolls]);
}
