import type { openCase } from '@karat/contract/cases';
import { pages } from '@karat/contract/pages';
import type { placeBet } from '@karat/contract/roulette';
import { getLimits, getRealityCheck } from '@karat/contract/safer-play';
import { call, onOutcome, serverNowMs } from '#core/api.ts';
import { hear, onConnect } from '#core/channel.ts';
import { setFlag } from '#core/modals.ts';
import { onceRevealed } from '#core/reveals.ts';
import { isPlayerHere, useAccount, useSession } from '#core/session.ts';
import { keep, kept } from '#core/storage.ts';
import { currentText } from '#i18n/i18n.ts';
import { showToast } from '#ui/toast.ts';
import { NO_RESTS, useRests } from './rests.ts';
import { type HeardCheck, type ToldCheck, useToldCheck } from './told-check.ts';

/** The longest delay of a browser timer. */
const TIMER_MAX_MS = 2_147_483_647;
/** The server's clock is known to the second: after this delay the server agrees that the time has come. */
const CLOCK_GRAIN_MS = 1_000;

/** The first connection fetches. If it was made before this file loaded, fetch after this time. */
const FIRST_ASK_MS = 3_000;

let timer: ReturnType<typeof setTimeout> | undefined;
// A later event wins over a response in flight.
let turn = 0;
// Known state; a delayed opening checks it again.
let isDue = false;

/** Opens the reality check when it is due by the server's clock, and closes it if another tab answered it. */
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
  // Ask the server then: it may have been answered, or this machine may have slept.
  if (waitMs !== undefined) timer = setTimeout(() => void ask(), Math.min(waitMs + CLOCK_GRAIN_MS, TIMER_MAX_MS));
}

// Its net result must not reveal a running spin; meanwhile another tab may answer.
function openReminder(check?: HeardCheck | ToldCheck): void {
  useToldCheck.setState({ check: check !== undefined && 'net' in check ? check : undefined });
  onceRevealed(() => {
    if (isDue) setFlag('isRealityCheckOpen', true);
  });
}

async function ask(): Promise<void> {
  if (!isPlayerHere()) return;
  const mine = ++turn;
  const { username } = useSession.getState();
  const check = await call(getRealityCheck).then(
    ({ data }) => data,
    () => undefined,
  );
  if (check !== undefined && username === useSession.getState().username) {
    // An older server may not send these.
    useRests.setState({ breakUntil: check.breakUntil ?? null, excludedUntil: check.excludedUntil ?? null });
  }
  // Without a response nothing is lost: a refused wager opens the reality check too.
  if (check !== undefined && mine === turn) follow(check);
}

const WAGER_PATHS: ReadonlySet<string> = new Set([
  '/case/openCase/:caseName' satisfies (typeof openCase)['path'],
  '/roulette/placeBet' satisfies (typeof placeBet)['path'],
]);

const OFFERED_KEY = 'limits-offered';

/** Offers limits once, after the first wager, to players who have none. */
async function offerLimits(): Promise<void> {
  const id = useAccount.getState().account?.id;
  if (id === undefined || wasOffered(id)) return;
  const [{ data }, { saferPlayTextIn }] = await Promise.all([call(getLimits), import('./words/safer-play-text.ts')]);
  rememberOffer(id);
  if (data.limits.some(({ allowed }) => allowed !== null)) return;
  onceRevealed(() => {
    const t = saferPlayTextIn(currentText().locale);
    showToast('info', t.offer, { to: `${pages.saferPlay}#limits`, label: t.offerLink });
  });
}

function wasOffered(id: number): boolean {
  return offered().includes(String(id));
}

function rememberOffer(id: number): void {
  keep(OFFERED_KEY, [...offered(), id].join(' '));
}

function offered(): string[] {
  return (kept(OFFERED_KEY) ?? '').split(' ').filter(Boolean);
}

let isOffering = false;

/** Starts the reality check and the offer of limits. Loaded after the first paint. */
export function watchPlay(): void {
  hear('REALITY_CHECK', follow);
  hear('SAFER_PLAY_CHANGED', () => void ask());
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
