import { type CaseDetails, type WonItem, openCase } from '@karat/contract/cases';
import { getRolls } from '@karat/contract/fairness';
import type { Failure } from '@karat/contract/refusal';
import { CRATE_OPEN_MS, SPIN_MS } from '@karat/rules/strip';
import { create } from 'zustand';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated, newIdempotencyKey } from '#core/api.ts';
import { usePreferences } from '#core/preferences.ts';
import { hideRolls, revealRolls, setRolling } from '#core/reveals.ts';
import { loadSession, useSession } from '#core/session.ts';
import { invalidateInventory } from '#features/inventory/inventory.ts';
import { currentText, currentWords } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { isMotionReduced } from '#ui/spin.ts';
import { showToast } from '#ui/toast.ts';
import { type OpenRequest, removeStoredOpening, storeOpening, readStoredOpening } from './stored-opening.ts';
import { OPENING_MS, type Strip, buildStrips, wonIndex } from './strips.ts';
import { words } from './words/openings-text.ts';

/** A won item with what the page needs to show it. */
export type Prize = Pick<WonItem, 'id' | 'market_hash_name' | 'price'> & {
  image: string;
  skinRarity: string;
  /** In percent; undefined if the case no longer contains the item. */
  dropRate: number | undefined;
};

type Outcome = { readonly request: OpenRequest; readonly prizes: readonly Prize[] };
/** `startedAt` is when the strip starts to move; before that, the crate opens. */
type Spin = Outcome & { readonly strips: readonly Strip[]; readonly startedAt: number };
type SpinPhase = 'lifting' | 'spinning' | 'settling';

export type Opening =
  /** Carries the refusal of the last request, or what is known about a request that got no response. */
  | {
      readonly phase: 'idle';
      readonly caseName?: string;
      readonly failure?: Pick<Failure, 'code' | 'message'>;
      readonly requestStatus?: 'unknown' | 'unopened';
    }
  | { readonly phase: 'requesting'; readonly request: OpenRequest }
  | (Spin & { readonly phase: SpinPhase })
  /** Has no strips if the case no longer contains the won item. */
  | (Outcome & {
      readonly phase: 'revealed';
      readonly strips: Spin['strips'] | undefined;
      readonly soldIds: ReadonlySet<number>;
    });

/**
 * The opening of this tab. Its state is outside of the page, because leaving the page ends neither the request nor the time
 * during which the outcome must stay hidden.
 */
export const useOpening = create<Opening>(() => ({ phase: 'idle' }));

function setOpening(opening: Opening): void {
  useOpening.setState(opening, true);
  setRolling(isRunning(opening));
}

/** The longest time that a spin waits for its pictures. */
const DECODE_MAX_MS = 400;
/** With reduced motion the result must appear within a second of the response. */
const DECODE_REDUCED_MAX_MS = 200;
/** A request that a reload interrupted may still be running on the server. */
const IN_FLIGHT_MAX_MS = 10_000;
const LOOKUP_RETRY_MS = 1_500;

/** Opens the case. Ignores clicks while an opening runs. */
export async function startOpening(caseDetails: CaseDetails, count: number): Promise<void> {
  const now = useOpening.getState();
  if (now.phase === 'requesting' || (isSpinning(now) && now.request.caseName === caseDetails.name)) return;
  // Opening another case ends the spin of this one.
  finishSpin();
  const request = createRequest(caseDetails, count);
  setOpening({ phase: 'requesting', request });
  storeOpening({ request });
  const pictures = decodePictures(caseDetails.items.map(({ image }) => image));
  const rewards = await requestOpening(caseDetails, request);
  if (rewards === undefined || !isCurrentRequest(request)) return;
  hideRolls(rewards.map(({ id }) => id));
  storeOpening({ request, rewards });
  const isReduced = isMotionReduced();
  await Promise.race([pictures, wait(isReduced ? DECODE_REDUCED_MAX_MS : DECODE_MAX_MS)]);
  if (!isCurrentRequest(request)) return;
  const startedAt = Date.now() + (isReduced || usePreferences.getState().isFast ? -SPIN_MS : CRATE_OPEN_MS);
  storeOpening({ request, rewards, startedAt });
  startSpin(caseDetails, request, rewards, startedAt);
}

/**
 * Reuses the key of a request whose outcome is unknown: whether the server handled it or not, the player pays once.
 */
function createRequest({ name: caseName }: CaseDetails, count: number): OpenRequest {
  const owner = useSession.getState().username;
  const stored = readStoredOpening();
  const unconfirmed = stored?.rewards === undefined ? stored?.request : undefined;
  const isSame = unconfirmed?.owner === owner && unconfirmed.caseName === caseName && unconfirmed.count === count;
  const { key, entropy } = isSame ? unconfirmed : { key: newIdempotencyKey(), entropy: newIdempotencyKey() };
  return { owner, caseName, count, key, entropy, requestedAt: Date.now() };
}

async function requestOpening(caseDetails: CaseDetails, request: OpenRequest): Promise<readonly WonItem[] | undefined> {
  const { caseName, count, key: idempotencyKey, entropy } = request;
  try {
    const query = { count: String(count), hash: caseDetails.hash };
    const { reward, rewards } = await call(openCase, { params: { caseName }, query }, { idempotencyKey, entropy });
    return rewards ?? [reward];
  } catch (error) {
    return recoverRewards(request, error);
  }
}

/** A refusal is final. After a lost response or a server error the list of rolls shows whether the case was opened. */
async function recoverRewards(request: OpenRequest, error: unknown): Promise<readonly WonItem[] | undefined> {
  if (error instanceof ApiRefusal && error.status >= 500) return recoverAfterServerError(request, error);
  const isOutcomeUnknown = error instanceof NetworkFailure;
  const found = isOutcomeUnknown ? await findRewardsWithRetry(request).catch(() => []) : [];
  if (found.length > 0) return found;
  // The server may still be handling it, so the request stays stored, and the next click repeats it with the same key.
  if (!isOutcomeUnknown) removeStoredOpening();
  if (isCurrentRequest(request)) showFailure(request, error, isOutcomeUnknown);
  return undefined;
}

/** Shows the failure immediately, then looks the request up, because the case may have been opened before the server failed. */
async function recoverAfterServerError(
  request: OpenRequest,
  error: ApiRefusal,
): Promise<readonly WonItem[] | undefined> {
  if (!isCurrentRequest(request)) return undefined;
  showFailure(request, error, false);
  const failed = useOpening.getState();
  const found = await findRewardsWithRetry(request).catch(() => undefined);
  // Another click, player or page has replaced this opening.
  if (useOpening.getState() !== failed || failed.phase !== 'idle') return undefined;
  if (found !== undefined && found.length > 0) {
    setOpening({ phase: 'requesting', request });
    return found;
  }
  // After a 500 the server has finished with the request; after a gateway error it may still be running.
  const isOver = found !== undefined && error.status === 500;
  if (isOver) removeStoredOpening();
  setOpening({ ...failed, requestStatus: isOver ? 'unopened' : 'unknown' });
  return undefined;
}

function showFailure({ caseName }: OpenRequest, error: unknown, isUnsure: boolean): void {
  if (!(error instanceof ApiRefusal || error instanceof NetworkFailure)) {
    setOpening({ phase: 'idle', caseName });
    throw error;
  }
  const reason = error instanceof ApiRefusal && error.code !== 'internal' && !isUnauthenticated(error);
  setOpening({
    phase: 'idle',
    caseName,
    ...(reason && { failure: { code: error.code, message: error.message } }),
    ...(isUnsure && { requestStatus: 'unknown' }),
  });
  if (error instanceof ApiRefusal && error.code === 'insufficient_balance') {
    showToast('error', textOfRefusal(currentText(), error));
    // The balance shown was out of date.
    void loadSession();
    return;
  }
  // A refusal is shown next to the button, and visitors already see the sign-in form.
  if (!reason && !isUnauthenticated(error)) showToast('error', currentWords(words).failed);
}

async function findRewards({ key }: OpenRequest): Promise<WonItem[]> {
  const { data } = await call(getRolls, { query: { requestKey: key } });
  const rolls = data.toSorted((a, b) => a.nonce - b.nonce);
  return rolls.map(({ id, market_hash_name, itemId, quick_sell_price: price }) => ({
    id,
    market_hash_name,
    parentItem: itemId,
    price,
  }));
}

function startSpin(
  caseDetails: CaseDetails,
  request: OpenRequest,
  rewards: readonly WonItem[],
  startedAt: number,
): void {
  const strips = buildStrips(caseDetails, rewards);
  const prizes = rewards.map((reward) => prizeOf(caseDetails, reward));
  if (strips === undefined) {
    finishOpening({ request, prizes, strips });
    return;
  }
  setOpening({ phase: phaseAt(Date.now() - startedAt), request, prizes, strips, startedAt });
  advanceOpening();
}

function prizeOf({ items }: CaseDetails, reward: WonItem): Prize {
  const { image = '', skinRarity = '', drop_rate: dropRate } = items[wonIndex(items, reward)] ?? {};
  return { id: reward.id, market_hash_name: reward.market_hash_name, price: reward.price, image, skinRarity, dropRate };
}

const PHASE_ENDS_MS = { lifting: 0, spinning: SPIN_MS, settling: OPENING_MS };

function phaseAt(elapsedMs: number): SpinPhase {
  return elapsedMs < 0 ? 'lifting' : elapsedMs < SPIN_MS ? 'spinning' : 'settling';
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Advances the opening to the current time. A hidden tab's timers are late, so this also runs when the tab shows again. */
function advanceOpening(): void {
  clearTimeout(timer);
  const now = useOpening.getState();
  if (!isSpinning(now)) return;
  const elapsedMs = Date.now() - now.startedAt;
  // A start further ahead is from before the clock was changed.
  if (elapsedMs < -CRATE_OPEN_MS || elapsedMs >= OPENING_MS) {
    finishSpin();
    return;
  }
  const phase = phaseAt(elapsedMs);
  if (phase !== now.phase) setOpening({ ...now, phase });
  timer = setTimeout(advanceOpening, PHASE_ENDS_MS[phase] - elapsedMs);
}
document.addEventListener('visibilitychange', advanceOpening);

/** Jumps to the end of the spin; the settle animation still plays. */
export function skipSpin(): void {
  const now = useOpening.getState();
  if (now.phase !== 'lifting' && now.phase !== 'spinning') return;
  setOpening({ ...now, startedAt: Date.now() - SPIN_MS });
  advanceOpening();
}

function finishSpin(): void {
  const now = useOpening.getState();
  if (isSpinning(now)) finishOpening(now);
}

function finishOpening({ request, prizes, strips }: Outcome & { strips: Spin['strips'] | undefined }): void {
  clearTimeout(timer);
  removeStoredOpening();
  setOpening({ phase: 'revealed', request, prizes, strips, soldIds: new Set() });
  revealRolls(prizes.map(({ id }) => id));
  invalidateInventory();
}

export function markSold(id: number): void {
  const now = useOpening.getState();
  if (now.phase === 'revealed') setOpening({ ...now, soldIds: new Set([...now.soldIds, id]) });
  invalidateInventory();
}

/** After a reload or a reconnect: continues the running spin, or looks up a request whose response was lost. */
export async function resumeOpening(caseDetails: CaseDetails): Promise<void> {
  const stored = readStoredOpening();
  if (stored === undefined || useOpening.getState().phase !== 'idle') return;
  const { request, rewards, startedAt = Date.now() } = stored;
  if (request.owner !== useSession.getState().username || request.caseName !== caseDetails.name) return;
  if (rewards !== undefined) {
    hideRolls(rewards.map(({ id }) => id));
    storeOpening({ request, rewards, startedAt });
    startSpin(caseDetails, request, rewards, startedAt);
    return;
  }
  setOpening({ phase: 'requesting', request });
  const found = await findRewardsWithRetry(request).catch(() => undefined);
  if (!isCurrentRequest(request)) return;
  if (found !== undefined) removeStoredOpening();
  if (found === undefined || found.length === 0)
    setOpening({
      phase: 'idle',
      caseName: caseDetails.name,
      requestStatus: found === undefined ? 'unknown' : 'unopened',
    });
  else
    finishOpening({
      request,
      prizes: found.map((reward) => prizeOf(caseDetails, reward)),
      strips: buildStrips(caseDetails, found),
    });
}

async function findRewardsWithRetry(request: OpenRequest): Promise<WonItem[]> {
  const found = await findRewards(request);
  if (found.length > 0 || Date.now() - request.requestedAt > IN_FLIGHT_MAX_MS) return found;
  await wait(LOOKUP_RETRY_MS);
  return findRewards(request);
}

/** Clears a finished opening; a running one continues. */
export function dismissOpening(): void {
  const { phase } = useOpening.getState();
  if (phase === 'revealed' || phase === 'idle') setOpening({ phase: 'idle' });
}

// The next player must not see what the previous one won.
useSession.subscribe((now, before) => {
  if (before.username === '' || now.username === before.username) return;
  const opening = useOpening.getState();
  if ('prizes' in opening) revealRolls(opening.prizes.map(({ id }) => id));
  clearTimeout(timer);
  removeStoredOpening();
  setOpening({ phase: 'idle' });
});

export function isSpinning(opening: Opening): opening is Extract<Opening, Spin> & { phase: SpinPhase } {
  return opening.phase === 'lifting' || opening.phase === 'spinning' || opening.phase === 'settling';
}

/** From the click until the prizes are shown. */
export function isRunning(opening: Opening): boolean {
  return opening.phase === 'requesting' || isSpinning(opening);
}

function isCurrentRequest(request: OpenRequest): boolean {
  const now = useOpening.getState();
  return now.phase === 'requesting' && now.request === request;
}

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Decodes pictures before they move. A picture that fails is drawn differently and delays nothing. */
async function decodePictures(urls: readonly string[]): Promise<void> {
  const decoded = [...new Set(urls)].map((url) => {
    const picture = new Image();
    picture.src = url;
    return picture.decode();
  });
  await Promise.allSettled(decoded);
}
