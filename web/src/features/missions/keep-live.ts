import type { QueryClient } from '@tanstack/react-query';
import { onConnect, onEvent } from '#core/socket.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { applyProgressOnceRevealed, refreshMissions } from './queries.ts';

let users = 0;
let stop: () => void = () => undefined;

function subscribe(queryClient: QueryClient): () => void {
  const refresh = () => runAfterReveal(() => void refreshMissions(queryClient));
  const unsubscribes = [
    onEvent('MISSION_PROGRESS', ({ data }) => applyProgressOnceRevealed(queryClient, data)),
    onEvent('MISSIONS_CHANGED', refresh),
    onConnect(refresh),
  ];
  return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
}

/**
 * Updates the list by events and after a reconnect, until the returned function is called. The page and the watch share one
 * subscription, so that each event is applied once.
 */
export function keepMissionsLive(queryClient: QueryClient): () => void {
  if (users === 0) stop = subscribe(queryClient);
  users++;
  return () => {
    users--;
    if (users === 0) stop();
  };
}
