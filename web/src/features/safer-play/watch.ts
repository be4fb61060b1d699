import type { openCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import type { placeBet } from '@karat/contract/roulette';
import { getLimits, getRealityCheck } from '@karat/contract/safer-play';
import { call, onOutcome, serverNowMs } from '#core/api.ts';
import { onEvent, onConnect } from '#core/socket.ts';
import { setFlag } from '#core/modals.ts';
import { runAfterReveal } from '#core/reveals.ts';
import { hasActiveSession, useAccount, useSession } from '#core/session.ts';
import { store, readStored } from '#core/storage.ts';
import { currentText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { NO_RESTS, useRests } from './rests.ts';
import { type HeardCheck, type ToldCheck, useToldCheck } from './told-check.ts';

/** The longest that a timer of a browser can wait. */
const TIMER_MAX_MS = 2_147_483_647;
/** The server's clock is known to the second: so much later it is sure to agree that the time has come. */
const CLOCK_GRAIN_MS = 1_000;

/** The first connection asks. Where that was made before this file had come, it is asked a little later. */
const FIRST_ASK_MS = 3_000;

let timer: ReturnType<typeof setTimeout> | undefined;
// Whatever is heard later wins over an answer that is still on its way.
let turn = 0;
// As far as is known here: whoever waits to open the reminder looks again.
let isDue = false;

/** Opens the reminder when it is due by the server's clock, and closes it where it was answered in another tab. */
function follow(check: HeardCheck | ToldCheck): void {
  turn++;
  clearTimeout(timer);
  timer = undefined;
  const { dueAt } = check;
  const waitMs = dueAt === null ? undefined : Date.parse(dueAt) - serverNowMs();
  isDue = waitMs !== undefined && waitMs <= 0;
  if (isDue) {
    openReminder(check);
    return;
  }
  setFlag('isRealityCheckOpen', false);
  // When it rings the server is asked: it may have been answered, or this machine have slept.
  if (waitMs !== undefined) timer = setTimeout(() => void ask(), Math.min(waitMs + CLOCK_GRAIN_MS, TIMER_MAX_MS));
}

// What it tells of the net result must not give away a roll that still moves; meanwhile another tab may have answered.
function openReminder(check?: HeardCheck | ToldCheck): void {
  useToldCheck.setState({ check: check !== undefined && 'net' in check ? check : undefined });
  runAfterReveal(() => {
    if (isDue) setFlag('isRealityCheckOpen', true);
  });
}

async function ask(): Promise<void> {
  if (!hasActiveSession()) return;
  const mine = ++turn;
  const { username } = useSession.getState();
  const check = await call(getRealityCheck).then(
    ({ data }) => data,
    () => undefined,
  );
  if (check !== undefined && username === useSession.getState().username) {
    // A server from before this page may not tell.
    useRests.setState({ breakUntil: check.breakUntil ?? null, excludedUntil: check.excludedUntil ?? null });
  }
  // Without an answer nothing is lost: a wager that has to wait for it opens the reminder too.
  if (check !== undefined && mine === turn) follow(check);
}

const WAGER_PATHS: ReadonlySet<string> = new Set([
  '/case/openCase/:caseName' satisfies (typeof openCase)['path'],
  '/roulette/placeBet' satisfies (typeof placeBet)['path'],
]);

const OFFERED_KEY = 'limits-offered';

/** After the first wager, never before it: limits are offered once, to whoever has none. */
async function offerLimits(): Promise<void> {
  const id = useAccount.getState().account?.id;
  if (id === undefined || wasOffered(id)) return;
  const [{ data }, { saferPlayTextIn }] = await Promise.all([call(getLimits), import('./words/safer-play-text.ts')]);
  rememberOffer(id);
  if (data.limits.some(({ allowed }) => allowed !== null)) return;
  runAfterReveal(() => {
    const t = saferPlayTextIn(currentText().locale);
    showToast('info', t.offer, { to: `${pages.saferPlay}#limits`, label: t.offerLink });
  });
}

function wasOffered(id: number): boolean {
  return offered().includes(String(id));
}

function rememberOffer(id: number): void {
  store(OFFERED_KEY, [...offered(), id].join(' '));
}

function offered(): string[] {
  return (readStored(OFFERED_KEY) ?? '').split(' ').filter(Boolean);
}

let isOffering = false;

/** From now on the reminder opens by itself, and limits are offered. Loaded after the first paint. */
export function watchPlay(): void {
  onEvent('REALITY_CHECK', follow);
  onEvent('SAFER_PLAY_CHANGED', () => void ask());
  onConnect(() => void ask());
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
    follow({ dueAt: null });
    useToldCheck.setState({ check: undefined });
    useRests.setState(NO_RESTS);
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && timer !== undefined) void ask();
  });
  timer = setTimeout(() => void ask(), FIRST_ASK_MS);
}
