import { type Welcome, getWelcome } from '@karat/contract/welcome';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#core/api.ts';
import { mayBeSignedIn, useAccount, useSession } from '#core/session.ts';
import { useLiveEvent } from '#core/socket.ts';
import { useDelayed } from '#ui/skeleton.tsx';

/** The player's first steps; null for visitors. */
export const welcomeQuery = queryOptions({
  queryKey: ['welcome'],
  staleTime: 0,
  meta: { isPrivate: true },
  queryFn: async ({ signal }) => (await call(getWelcome, undefined, { signal })).data,
});

const STEPS_TOTAL = 3;
/** The page does not wait longer than this for a slow answer. */
const UNKNOWN_MAX_MS = 1_500;

const stepsDone = ({ firstItem, hasBet, hasPlayed }: Welcome): number =>
  [firstItem !== null, hasBet, hasPlayed].filter(Boolean).length;

export const hasOpenSteps = (welcome: Welcome): boolean => !welcome.isDismissed && stepsDone(welcome) < STEPS_TOTAL;

/** Events after which a step may be done: a bet and its balance, a drop that became public, a finished match. */
function useLiveSteps(isWatching: boolean): void {
  const queryClient = useQueryClient();
  const username = useSession((session) => session.username);
  const refetch = () => {
    if (isWatching) void queryClient.invalidateQueries({ queryKey: welcomeQuery.queryKey });
  };
  useLiveEvent('BALANCE_UPDATE', refetch);
  useLiveEvent('NOTIFICATION', refetch);
  useLiveEvent('LIVE_DROP', ({ drops }) => drops.some((drop) => drop.username === username) && refetch(), refetch);
}

/**
 * What is above the heading of the home page. While it is `unknown`, which happens only when the page opens, the content below is
 * hidden, because it would move. A player who has just signed up sees `loading`, which reserves the space of the card.
 */
type WelcomePlace = 'unknown' | 'invitation' | 'loading' | 'card' | 'none';

export function useWelcomePlace(): { place: WelcomePlace; welcome: Welcome | null | undefined } {
  const isLoaded = useAccount((account) => account.isLoaded);
  const isLoggedIn = useSession((session) => session.isLoggedIn);
  const { data: welcome, isPending } = useQuery({ ...welcomeQuery, enabled: isLoaded });
  const [wasVisitor, setVisitor] = useState(false);
  if (isLoaded && !isLoggedIn && !wasVisitor) setVisitor(true);
  const isLate = useDelayed(UNKNOWN_MAX_MS);
  // After a navigation the heading takes the focus, which it cannot while it is hidden.
  const mayNotHide = useLocation().key !== 'default' || isLate;
  // The card stays for a moment after its last step.
  const [wasOpen, setOpen] = useState(false);
  const isOpen = isLoggedIn && welcome != null && hasOpenSteps(welcome);
  if (isOpen && !wasOpen) setOpen(true);
  if (!isLoggedIn && wasOpen) setOpen(false);
  useLiveSteps(isOpen);
  return { welcome, place: placeOf() };

  function placeOf(): WelcomePlace {
    if (!isLoggedIn) return isLoaded || mayNotHide || !mayBeSignedIn() ? 'invitation' : 'unknown';
    if (welcome != null) return isOpen || (wasOpen && !welcome.isDismissed) ? 'card' : 'none';
    if (isPending && wasVisitor) return 'loading';
    return isPending && !mayNotHide ? 'unknown' : 'none';
  }
}
