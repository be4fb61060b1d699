import type { Mission } from '@karat/contract/missions';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { runAfterReveal } from '#core/reveals.ts';
import { keepMissionsLive } from './keep-live.ts';
import { refreshMissions } from './queries.ts';
import { nextReset } from './mission-progress.ts';

/** The day ends for all players at once, so their requests are spread over this time. */
const RESET_SPREAD_MS = 4_000;
/** A local clock that is ahead fetches too early, and fetches again after this time. */
const RESET_RETRY_MS = 60_000;

/** Updates the list by events, after a reconnect, and when a day or week ends. */
export function useLiveMissions(missions: readonly Mission[] | undefined): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => runAfterReveal(() => void refreshMissions(queryClient)));
  useEffect(() => keepMissionsLive(queryClient), [queryClient]);

  const resetsAt = missions && nextReset(missions);
  useEffect(() => {
    if (resetsAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const refreshRepeatedly = () => {
      refresh();
      timer = setTimeout(refreshRepeatedly, RESET_RETRY_MS);
    };
    const leftMs = Math.max(0, Date.parse(resetsAt) - Date.now());
    timer = setTimeout(refreshRepeatedly, leftMs + Math.random() * RESET_SPREAD_MS);
    return () => clearTimeout(timer);
  }, [resetsAt]);
}
