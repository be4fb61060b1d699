import { type DescribedCase, type WonItem, openCase } from '@karat/contract/cases';
import { getRolls } from '@karat/contract/fairness';
import type { Failure } from '@karat/contract/refusal';
import { SPIN_MS } from '@karat/rules/strip';
import { create } from 'zustand';
import { ApiRefusal, NetworkFailure, call, isUnauthenticated, newRequestKey } from '#core/api.ts';
import { usePreferences } from '#core/preferences.ts';
import { holdRolls, releaseRolls, setRolling } from '#core/reveals.ts';
import { loadSession, useSession } from '#core/session.ts';
import { invalidateInventory } from '#features/inventory/inventory.ts';
import { currentText, currentWords } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { isMotionReduced } from '#ui/spin.ts';
import { showToast } from '#ui/toast.ts';
import { type Press, dropKeptOpening, keepOpening, keptOpening } from './kept-opening.ts';
import { OPENING_MS, type Strip, stripsOf, wonIndex } from './strips.ts';
import { words } from './words/openings-text.ts';

/** A won item with what the page needs to show it. */
export type Prize = Pick<WonItem, 'id' | 'market_hash_name' | 'price'> & { image: string; skinRarity: string };

type Outcome = { readonly press: Press; readonly prizes: readonly Prize[] };
type Spin = Outcome & { readonly strips: readonly Strip[]; readonly startedAt: number };

export type Opening =
  /** Carries the refusal of the last request, or what is known about a request that got no response. */
  | {
      readonly phase: 'idle';
      readonly caseName?: string;
      readonly failure?: Pick<Failure, 'code' | 'message'>;
      readonly doubt?: 'unknown' | 'unopened';
    }
  | { readonly phase: 'requesting'; readonly press: Press }
  | (Spin & { readonly phase: 'spinning' | 'settling' })
  /** Has no strips if the case no longer contains the won item. */
  | (Outcome & {
      readonly phase: 'won';
      readonly strips: Spin['strips'] | undefined;
      readonly soldIds: ReadonlySet<number>;
    });

/**
 * The opening of this tab. It lives outside of the page, because leaving the page ends neither the request nor the time
 * during which the outcome must stay hidden.
 */
export const useOpening = create<Opening>(() => ({ phase: 'idle' }));

function become(opening: Opening): void {
  useOpening.setState(opening, true);
  setRolling(opening.phase === 'requesting' || isSpinning(opening));
}

/** How long a spin waits for its pictures. */
const DECODE_MAX_MS = 400;
/** The same with reduced motion, where the result appears within a second of the response. */
const DECODE_REDUCED_MAX_MS = 200;
/** A request that a reload interrupted may still be running on the server. */
const UNDER_WAY_MS = 10_000;
const SECOND_LOOK_MS = 1_500;

/** Opens the case. Ignores clicks while an opening runs. */
export async function pressOpen(box: DescribedCase, count: number): Promise<void> {
  const now = useOpening.getState();
  if (now.phase === 'requesting' || (isSpinning(now) && now.press.caseName === box.name)) return;
  // Opening another case ends the spin of this one.
  reveal();
  const press = nextPress(box, count);
  become({ phase: 'requesting', press });
  keepOpening({ press });
  const pictures = decodePictures(box.items.map(({ image }) => image));
  const rewards = await ask(box, press);
  if (rewards === undefined || !isStillAsked(press)) return;
  holdRolls(rewards.map(({ id }) => id));
  keepOpening({ press, rewards });
  const isReduced = isMotionReduced();
  await Promise.race([pictures, wait(isReduced ? DECODE_REDUCED_MAX_MS : DECODE_MAX_MS)]);
  if (!isStillAsked(press)) return;
  const startedAt = Date.now() - (isReduced || usePreferences.getState().isFast ? SPIN_MS : 0);
  keepOpening({ press, rewards, startedAt });
  spin(box, press, rewards, startedAt);
}

/**
 * Reuses the key of a request whose outcome is unknown: whether the server handled it or not, the player pays once.
 */
function nextPress({ name: caseName }: DescribedCase, count: number): Press {
  const owner = useSession.getState().username;
  const kept = keptOpening();
  const unheard = kept?.rewards === undefined ? kept?.press : undefined;
  const isSame = unheard?.owner === owner && unheard.caseName === caseName && unheard.count === count;
  const { key, entropy } = isSame ? unheard : { key: newRequestKey(), entropy: newRequestKey() };
  return { owner, caseName, count, key, entropy, pressedAt: Date.now() };
}

async function ask(box: DescribedCase, press: Press): Promise<readonly WonItem[] | undefined> {
  const { caseName, count, key: idempotencyKey, entropy } = press;
  try {
    const query = { count: String(count), hash: box.hash };
    const { reward, rewards } = await call(openCase, { params: { caseName }, query }, { idempotencyKey, entropy });
    return rewards ?? [reward];
  } catch (error) {
    return askAfter(press, error);
  }
}

/** A refusal is final. After a lost response or a server error the rolls tell whether the case was opened. */
async function askAfter(press: Press, error: unknown): Promise<readonly WonItem[] | undefined> {
  if (error instanceof ApiRefusal && error.status >= 500) return askAfterServerError(press, error);
  const isUnsure = error instanceof NetworkFailure;
  const found = isUnsure ? await lookTwice(press).catch(() => []) : [];
  if (found.length > 0) return found;
  // The server may still be handling it: the request stays stored, and the next click repeats it with the same key.
  if (!isUnsure) dropKeptOpening();
  if (isStillAsked(press)) fail(press, error, isUnsure);
  return undefined;
}

/** Shows the failure at once, then looks the request up: the case may have been opened before the server failed. */
async function askAfterServerError(press: Press, error: ApiRefusal): Promise<readonly WonItem[] | undefined> {
  if (!isStillAsked(press)) return undefined;
  fail(press, error, false);
  const failed = useOpening.getState();
  const found = await lookTwice(press).catch(() => undefined);
  // Another click, player or page has replaced this opening.
  if (useOpening.getState() !== failed || failed.phase !== 'idle') return undefined;
  if (found !== undefined && found.length > 0) {
    become({ phase: 'requesting', press });
    return found;
  }
  // After a 500 the server has finished with the request; after a gateway error it may still be running.
  const isOver = found !== undefined && error.status === 500;
  if (isOver) dropKeptOpening();
  become({ ...failed, doubt: isOver ? 'unopened' : 'unknown' });
  return undefined;
}

function fail({ caseName }: Press, error: unknown, isUnsure: boolean): void {
  if (!(error instanceof ApiRefusal || error instanceof NetworkFailure)) {
    become({ phase: 'idle', caseName });
    throw error;
  }
  const reason = error instanceof ApiRefusal && error.code !== 'internal' && !isUnauthenticated(error);
  become({
    phase: 'idle',
    caseName,
    ...(reason && { failure: { code: error.code, message: error.message } }),
    ...(isUnsure && { doubt: 'unknown' }),
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

async function findRewards({ key }: Press): Promise<WonItem[]> {
  const { data } = await call(getRolls, { query: { requestKey: key } });
  const rolls = data.toSorted((one, other) => one.nonce - other.nonce);
  return rolls.map(({ id, market_hash_name, itemId, quick_sell_price: price }) => ({
    id,
    market_hash_name,
    parentItem: itemId,
    price,
  }));
}

function spin(box: DescribedCase, press: Press, rewards: readonly WonItem[], startedAt: number): void {
  const strips = stripsOf(box, rewards);
  const prizes = rewards.map((reward) => prizeOf(box, reward));
  if (strips === undefined) {
    end({ press, prizes, strips });
    return;
  }
  become({ phase: 'spinning', press, prizes, strips, startedAt });
  follow();
}

function prizeOf({ items }: DescribedCase, reward: WonItem): Prize {
  const { image = '', skinRarity = '' } = items[wonIndex(items, reward)] ?? {};
  return { id: reward.id, market_hash_name: reward.market_hash_name, price: reward.price, image, skinRarity };
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Advances the opening to the current time. A hidden tab's timers are late, so this also runs when the tab shows again. */
function follow(): void {
  clearTimeout(timer);
  const now = useOpening.getState();
  if (!isSpinning(now)) return;
  const elapsedMs = Date.now() - now.startedAt;
  if (elapsedMs < 0 || elapsedMs >= OPENING_MS) {
    reveal();
    return;
  }
  const isSettling = elapsedMs >= SPIN_MS;
  if (isSettling && now.phase === 'spinning') become({ ...now, phase: 'settling' });
  timer = setTimeout(follow, (isSettling ? OPENING_MS : SPIN_MS) - elapsedMs);
}
document.addEventListener('visibilitychange', follow);

/** Jumps to the end of the spin; the settle animation still plays. */
export function skipSpin(): void {
  const now = useOpening.getState();
  if (now.phase !== 'spinning') return;
  become({ ...now, startedAt: Date.now() - SPIN_MS });
  follow();
}

function reveal(): void {
  const now = useOpening.getState();
  if (isSpinning(now)) end(now);
}

function end({ press, prizes, strips }: Outcome & { strips: Spin['strips'] | undefined }): void {
  clearTimeout(timer);
  dropKeptOpening();
  become({ phase: 'won', press, prizes, strips, soldIds: new Set() });
  releaseRolls(prizes.map(({ id }) => id));
  invalidateInventory();
}

export function markSold(id: number): void {
  const now = useOpening.getState();
  if (now.phase === 'won') become({ ...now, soldIds: new Set([...now.soldIds, id]) });
  invalidateInventory();
}

/** After a reload or a reconnect: continues the running spin, or looks up a request whose response was lost. */
export async function resumeOpening(box: DescribedCase): Promise<void> {
  const kept = keptOpening();
  if (kept === undefined || useOpening.getState().phase !== 'idle') return;
  const { press, rewards, startedAt = Date.now() } = kept;
  if (press.owner !== useSession.getState().username || press.caseName !== box.name) return;
  if (rewards !== undefined) {
    holdRolls(rewards.map(({ id }) => id));
    keepOpening({ press, rewards, startedAt });
    spin(box, press, rewards, startedAt);
    return;
  }
  become({ phase: 'requesting', press });
  const found = await lookTwice(press).catch(() => undefined);
  if (!isStillAsked(press)) return;
  if (found !== undefined) dropKeptOpening();
  if (found === undefined || found.length === 0)
    become({ phase: 'idle', caseName: box.name, doubt: found === undefined ? 'unknown' : 'unopened' });
  else end({ press, prizes: found.map((reward) => prizeOf(box, reward)), strips: stripsOf(box, found) });
}

async function lookTwice(press: Press): Promise<WonItem[]> {
  const found = await findRewards(press);
  if (found.length > 0 || Date.now() - press.pressedAt > UNDER_WAY_MS) return found;
  await wait(SECOND_LOOK_MS);
  return findRewards(press);
}

/** Clears a finished opening; a running one continues. */
export function dismissOpening(): void {
  const { phase } = useOpening.getState();
  if (phase === 'won' || phase === 'idle') become({ phase: 'idle' });
}

// The next player must not see what the previous one won.
useSession.subscribe((now, before) => {
  if (before.username === '' || now.username === before.username) return;
  const opening = useOpening.getState();
  if ('prizes' in opening) releaseRolls(opening.prizes.map(({ id }) => id));
  clearTimeout(timer);
  dropKeptOpening();
  become({ phase: 'idle' });
});

export function isSpinning(opening: Opening): opening is Extract<Opening, Spin> & { phase: 'spinning' | 'settling' } {
  return opening.phase === 'spinning' || opening.phase === 'settling';
}

function isStillAsked(press: Press): boolean {
  const now = useOpening.getState();
  return now.phase === 'requesting' && now.press === press;
}

const wait = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Decodes pictures before they move. A picture that fails is drawn differently and delays nothing. */
async function decodePictures(addresses: readonly string[]): Promise<void> {
  const decoded = [...new Set(addresses)].map((address) => {
    const picture = new Image();
    picture.src = address;
    return picture.decode();
  });
  await Promise.allSettled(decoded);
}
