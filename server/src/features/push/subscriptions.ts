import type { Language } from '@karat/contract/language';
import type { PushCategory, PushPayload } from '@karat/contract/push';
import { pages } from '@karat/contract/pages';
import { Refusal } from '@karat/contract/refusal';
import type { Caller, Deps } from '#deps.ts';
import { assertRate, type Rate } from '#http/rate-limit.ts';
import {
  deleteByEndpoint,
  deleteOfOthers,
  deleteSurplus,
  deleteUnwantedMessages,
  insertTest,
  lockSubscriber,
  updateSeen,
  upsertSubscription,
} from './queries.ts';

export type SubscriptionDeps = Pick<Deps, 'db' | 'limits' | 'push'>;

/** Devices of one player. */
const SUBSCRIPTIONS_MAX = 10;
const CHANGE_RATE: Rate = { burst: 20, perSecond: 0.5 };
const TEST_RATE: Rate = { burst: 3, perSecond: 0.1 };
const TEST_TTL_MS = 60_000;

type BrowserInput = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly language: Language;
  readonly categories: readonly PushCategory[];
};

function assertChangeRate({ limits }: SubscriptionDeps, { id }: Caller): void {
  const message = 'Too many changes. Please wait a moment.';
  assertRate(limits, { key: `push:${id}`, rate: CHANGE_RATE, message });
}

/** The server sends to this address later, so it must not lead into the operator's own network. */
async function assertDeliverable({ push }: SubscriptionDeps, { endpoint, keys }: BrowserInput) {
  if (push === undefined) throw new Refusal('unavailable', 'Push notifications are switched off.');
  const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
  if (!push.isValidKey(p256dh)) throw new Refusal('invalid', 'Invalid key.');
  if (!(await push.isAllowed(endpoint))) throw new Refusal('invalid', 'This push service is not supported.');
  return { endpoint, p256dh, auth };
}

/** Notifies a browser of these categories from now on. A repeat changes the categories; without any, the browser is removed. */
export async function saveSubscription(
  deps: SubscriptionDeps,
  caller: Caller,
  input: BrowserInput,
): Promise<PushCategory[]> {
  assertChangeRate(deps, caller);
  const target = await assertDeliverable(deps, input);
  const categories = [...new Set(input.categories)];
  const { id: playerId, sessionId } = caller;
  await deps.db.transaction(async ({ sql }) => {
    await lockSubscriber(sql, playerId);
    await deleteOfOthers(sql, target.endpoint, playerId);
    if (categories.length === 0) return deleteByEndpoint(sql, target.endpoint);
    const { language } = input;
    if (!(await upsertSubscription(sql, { ...target, playerId, sessionId, language, categories }))) {
      throw new Refusal('unauthenticated', 'Please sign in first.');
    }
    await deleteUnwantedMessages(sql, target.endpoint);
    await deleteSurplus(sql, playerId, SUBSCRIPTIONS_MAX);
  });
  return categories;
}

type Visit = { readonly endpoint: string; readonly language: Language };

/** Notes that a subscribed browser is on the site. Null if it is not subscribed for this player. */
export async function syncSubscription(
  deps: SubscriptionDeps,
  caller: Caller,
  { endpoint, language }: Visit,
): Promise<PushCategory[] | null> {
  assertChangeRate(deps, caller);
  const { id: playerId, sessionId } = caller;
  return deps.db.transaction(async ({ sql }) => {
    // Another player used this browser before. What concerns them must not be shown here any more.
    await deleteOfOthers(sql, endpoint, playerId);
    return (await updateSeen(sql, { endpoint, playerId, sessionId, language })) ?? null;
  });
}

export async function removeSubscription(deps: SubscriptionDeps, caller: Caller, endpoint: string): Promise<void> {
  assertChangeRate(deps, caller);
  await deleteByEndpoint(deps.db.sql, endpoint);
}

const test = (title: string, body: string): PushPayload => ({
  title,
  body,
  path: pages.security,
  tag: 'test',
  isTest: true,
});
const TEST_EN = test('Notifications work', 'This is what a notification from Karat looks like.');
const TEST_PAYLOADS: Readonly<Record<Language, PushPayload>> = {
  mixed: TEST_EN,
  en: TEST_EN,
  tr: test('Bildirimler çalışıyor', 'Karat bildirimleri böyle görünür.'),
};

export async function sendTest(deps: SubscriptionDeps, caller: Caller, endpoint: string): Promise<void> {
  const { db, limits } = deps;
  const message = 'Too many tests. Please wait a moment.';
  assertRate(limits, { key: `push-test:${caller.id}`, rate: TEST_RATE, message });
  const isQueued = await insertTest(db.sql, {
    endpoint,
    playerId: caller.id,
    payloads: TEST_PAYLOADS,
    ttlMs: TEST_TTL_MS,
  });
  if (!isQueued) throw new Refusal('not_found', 'This device gets no notifications.');
}
