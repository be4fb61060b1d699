import type { openCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import type { placeBet } from '@karat/contract/roulette';
import { getLimits, getRealityCheck } from '@karat/contract/safer-play';
import { call, onOutcome, serverNowMs } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
import { setModalState } from '#core/modals.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { hasActiveSession, useAccount, useSession } from '#core/session.ts';
import { store, readStored } from '#core/storage.ts';
import { currentText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { NO_BREAKS, useBreaks } from './breaks.ts';
import { type RealityCheckEvent, type RealityCheckReply, useRealityCheckReply } from './reality-check-state.ts';

/** The longest delay of a browser timer. */
const TIMER_MAX_MS = 2_147_483_647;
/** The server's clock is known to the second: after this delay the server agrees that the time has come. */
const CLOCK_PRECISION_MS = 1_000;

/** The first connection fetches. If it was made before this file loaded, fetch after this time. */
const FIRST_FETCH_MS = 3_000;

let timer: ReturnType<typeof setTimeout> | undefined;
// A later event wins over a response in flight.
let latestRequest = 0;
// Known state; a delayed opening checks it again.
let isDue = false;

/** Opens the reality check when it is due by the server's clock, and closes it if another tab answered it. */
function scheduleReminder(check: RealityCheckEvent | RealityCheckReply): void {
  latestRequest++;
  clearTimeout(timer);
  timer = undefined;
  const { dueAt } = check;
  const waitMs = dueAt === null ? undefined : Date.parse(dueAt) - serverNowMs();
  isDue = waitMs !== undefined && waitMs <= 0;
  if (isDue) {
    openReminder(check);
    return;
  }
  setModalState('isRealityCheckOpen', false);
  // Ask the server then, because it may have been answered, or this machine may have slept.
  if (waitMs !== undefined)
    timer = setTimeout(() => void fetchCheck(), Math.min(waitMs + CLOCK_PRECISION_MS, TIMER_MAX_MS));
}

// Its net result must not reveal a running spin; meanwhile another tab may answer.
function openReminder(check?: RealityCheckEvent | RealityCheckReply): void {
  useRealityCheckReply.setState({ check: check !== undefined && 'net' in check ? check : undefined });
  runAfterReveal(() => {
    if (isDue) setModalState('isRealityCheckOpen', true);
  });
}

async function fetchCheck(): Promise<void> {
  if (!hasActiveSession()) return;
  const mine = ++latestRequest;
  const { username } = useSession.getState();
  const check = await call(getRealityCheck).then(
    ({ data }) => data,
    () => undefined,
  );
  if (check !== undefined && username === useSession.getState().username) {
    // An older server may not send these.
    useBreaks.setState({ breakUntil: check.breakUntil ?? null, excludedUntil: check.excludedUntil ?? null });
  }
  // Without a response nothing is lost, because a refused wager opens the reality check too.
  if (check !== undefined && mine === latestRequest) scheduleReminder(check);
}

const WAGER_PATHS: ReadonlySet<string> = new Set([
  '/case/openCase/:caseName' satisfies (typeof openCase)['path'],
  '/roulette/placeBet' satisfies (typeof placeBet)['path'],
]);

const OFFERED_KEY = 'limits-offered';
/** The first result comes with a completed mission: on a phone, both messages together would cover what was won. */
export const OFFER_DELAY_MS = 10_000;

/** Offers limits once, after the first wager, to players who have none. */
async function offerLimits(): Promise<void> {
  const id = useAccount.getState().account?.id;
  if (id === undefined || wasOffered(id)) return;
  const [{ data }, { saferPlayTextIn }] = await Promise.all([call(getLimits), import('./words/safer-play-text.ts')]);
  rememberOffer(id);
  if (data.limits.some(({ allowed }) => allowed !== null)) return;
  const show = () => {
    const t = saferPlayTextIn(currentText().locale);
    showToast('info', t.offer, { to: `${pages.saferPlay}#limits`, label: t.offerLink });
  };
  runAfterReveal(() => void setTimeout(show, OFFER_DELAY_MS));
}

function wasOffered(id: number): boolean {
  return offeredIds().includes(String(id));
}

function rememberOffer(id: number): void {
  store(OFFERED_KEY, [...offeredIds(), id].join(' '));
}

function offeredIds(): string[] {
  return (readStored(OFFERED_KEY) ?? '').split(' ').filter(Boolean);
}

let isOffering = false;

/** Starts the reality check and the offer of limits. Loaded after the first paint. */
export function startPlayWatch(): void {
  onEvent('REALITY_CHECK', scheduleReminder);
  onEvent('SAFER_PLAY_CHANGED', () => void fetchCheck());
  onConnect(() => void fetchCheck());
  onOutcome(({ path, refusal }) => {
    if (refusal?.code === 'reality_check') {
      isDue = true;
      openReminder();
    }
    if (refusal !== undefined || isOffering || !WAGER_PATHS.has(path)) return;
    isOffering = true;
    void offerLimits()
      .catch(() => undefined)
      .finally(() => {
        isOffering = false;
      });
  });
  useSession.subscribe((now, before) => {
    if (now.username === before.username) return;
    scheduleReminder({ dueAt: null });
    useRealityCheckReply.setState({ check: undefined });
    useBreaks.setState(NO_BREAKS);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && timer !== undefined) void fetchCheck();
  });
  timer = setTimeout(() => void fetchCheck(), FIRST_FETCH_MS);
}
