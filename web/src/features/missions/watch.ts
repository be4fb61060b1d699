import type { Mission } from '@karat/contract/missions';
import { pages } from '@karat/contract/pages';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { runAfterReveal } from '#core/reveals.ts';
import { useSession } from '#core/session.ts';
import { onConnect } from '#core/socket.ts';
import { readStored, store } from '#core/storage.ts';
import { currentText, currentWords } from '#i18n/i18n.ts';
import { showActionToast } from '#ui/toast.ts';
import { claimReward } from './claim.ts';
import { useClaimable } from './claimable.ts';
import { keepMissionsLive } from './keep-live.ts';
import { isClaimable } from './mission-progress.ts';
import { missionsQuery } from './queries.ts';
import { words } from './words/missions-text.ts';

const SHOWN_KEY = 'mission-toasts';
/** More than a player can complete before every tab has received the event. */
const SHOWN_MAX = 20;

/**
 * Up to this many rewards in the first list get a toast, because the player may have completed them just before it was loaded. With
 * more, the badge is enough: they are from earlier visits.
 */
const FIRST_SHOWN_MAX = 2;

/** The first connection fetches the list. If it was made before this file loaded, fetch after this time. */
const FIRST_FETCH_MS = 3_000;

/** Identifies a completion by the player, the mission and its period. */
const completionKey = ({ id, resetsAt }: Mission): string =>
  `${encodeURIComponent(useSession.getState().username)}/${id}/${resetsAt?.slice(0, 10) ?? 'once'}`;

/** True once for each completion, in one of the browser's tabs. */
function isFirstToShow(mission: Mission): boolean {
  const shown = (readStored(SHOWN_KEY) ?? '').split(' ').filter(Boolean);
  const key = completionKey(mission);
  if (shown.includes(key)) return false;
  store(SHOWN_KEY, [...shown, key].slice(-SHOWN_MAX).join(' '));
  return true;
}

const TOAST_GROUP = 'missions';
/** Missions that are completed within this time share a toast. */
const TOGETHER_MS = 10_000;

/** Several missions share a toast, because each has a row with a button on the missions page. */
function showCompleted(queryClient: QueryClient, missions: readonly Mission[]): void {
  const t = currentWords(words);
  const [mission, ...others] = missions;
  if (mission === undefined) return;
  if (others.length > 0) {
    const action = { label: t.claim, to: pages.missions, group: TOAST_GROUP };
    showActionToast('success', t.severalCompleted(missions.length), action);
    return;
  }
  const diamonds = currentText().common.diamonds(mission.reward);
  showActionToast('success', t.completed(mission.title, diamonds), {
    label: t.claim,
    run: () => claimReward(queryClient, mission.id),
    group: TOAST_GROUP,
  });
}

/**
 * Watches the player's missions on every page: counts the rewards to claim for the menu, and shows a toast when a mission is
 * completed, in the tab that the player sees. Loaded after the first paint.
 */
export function startMissionWatch(queryClient: QueryClient, { firstFetchMs = FIRST_FETCH_MS } = {}): () => void {
  // Claimable missions that need no toast any more. Undefined until the list is loaded.
  let knownIds: ReadonlySet<number> | undefined;
  let claimable: readonly Mission[] = [];
  let lastShown: { readonly ids: ReadonlySet<number>; readonly untilMs: number } = { ids: new Set(), untilMs: 0 };

  const announce = () => {
    // A hidden tab waits until the player returns.
    if (document.hidden || knownIds === undefined) return;
    const known = knownIds;
    knownIds = new Set(claimable.map(({ id }) => id));
    // The missions page shows the reward itself.
    if (window.location.pathname === pages.missions) return;
    const completed = claimable.filter((mission) => !known.has(mission.id) && isFirstToShow(mission));
    if (completed.length === 0) return;
    const recentIds = Date.now() < lastShown.untilMs ? lastShown.ids : new Set();
    const shown = claimable.filter((mission) => completed.includes(mission) || recentIds.has(mission.id));
    showCompleted(queryClient, shown);
    lastShown = { ids: new Set(shown.map(({ id }) => id)), untilMs: Date.now() + TOGETHER_MS };
  };

  const update = (missions: readonly Mission[] | undefined) => {
    claimable = missions?.filter(isClaimable) ?? [];
    useClaimable.setState({ count: claimable.length });
    const isFirst = knownIds === undefined;
    if (missions === undefined) knownIds = undefined;
    else if (isFirst) knownIds = new Set(claimable.length > FIRST_SHOWN_MAX ? claimable.map(({ id }) => id) : []);
    announce();
  };

  let isStarted = false;
  const optionsNow = () => ({
    ...missionsQuery(),
    enabled: isStarted && useSession.getState().isLoggedIn,
    refetchOnWindowFocus: false,
  });
  const observer = new QueryObserver(queryClient, optionsNow());
  const fetchFirst = () => {
    if (isStarted) return;
    isStarted = true;
    observer.setOptions(optionsNow());
  };
  const timer = setTimeout(fetchFirst, firstFetchMs);
  const updateFromList = () => update(useSession.getState().isLoggedIn ? observer.getCurrentResult().data : undefined);
  const unsubscribes = [
    observer.subscribe(() => runAfterReveal(updateFromList)),
    keepMissionsLive(queryClient),
    onConnect(fetchFirst),
    useSession.subscribe((now, before) => {
      if (now.username === before.username && now.isLoggedIn === before.isLoggedIn) return;
      update(undefined);
      observer.setOptions(optionsNow());
    }),
  ];
  document.addEventListener('visibilitychange', announce);
  return () => {
    clearTimeout(timer);
    unsubscribes.forEach((unsubscribe) => unsubscribe());
    document.removeEventListener('visibilitychange', announce);
  };
}
