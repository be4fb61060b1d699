import type { Mission } from '@karat/contract/missions';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onConnect, useLiveEvent } from '#core/socket.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { refreshMissions, takeStandings } from './queries.ts';
import { nextRenewal } from './standings.ts';

/** Everybody's day ends at the same moment: not all need to ask in the same one. */
const RENEWAL_SPREAD_MS = 4_000;
/** A clock that runs ahead of the server's asks too early, and asks again after this time. */
const RENEWAL_AGAIN_MS = 60_000;

/** Keeps the list true while it is shown: by what is told, after a break, and when a day or a week is over. */
export function useLiveMissions(missions: readonly Mission[] | undefined): void {
  const queryClient = useQueryClient();
  const refresh = useEffectEvent(() => runAfterReveal(() => void refreshMissions(queryClient)));
  useLiveEvent('MISSION_PROGRESS', ({ data }) => takeStandings(queryClient, data));
  useLiveEvent('MISSIONS_CHANGED', () => runAfterReveal(() => void refreshMissions(queryClient)));
  useEffect(() => onConnect(() => refresh()), []);

  const renewsAt = missions && nextRenewal(missions);
  useEffect(() => {
    if (renewsAt === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () => {
      refresh();
      timer = setTimeout(ask, RENEWAL_AGAIN_MS);
    };
    const leftMs = Math.max(0, Date.parse(renewsAt) - Date.now());
    timer = setTimeout(ask, leftMs + Math.random() * RENEWAL_SPREAD_MS);
    return () => clearTimeout(timer);
  }, [renewsAt]);
}
