import type { Language } from '@karat/contract/language';
import type { PushCategory, PushPayload } from '@karat/contract/push';
import type { PushTarget } from '#adapters/push/push.ts';
import type { Sql } from '#db/db.ts';

export type StoredKeys = { readonly publicKey: string; readonly sealed: Buffer };

export async function selectKeys(sql: Sql): Promise<StoredKeys | undefined> {
  const [row] = await sql<StoredKeys>`select public_key as "publicKey", sealed from push_keys`;
  return row;
}

/** Of several processes that start at once, the first wins; the others read its keys. */
export async function insertKeys(sql: Sql, { publicKey, sealed }: StoredKeys): Promise<void> {
  await sql`insert into push_keys (public_key, sealed) values (${publicKey}, ${sealed}) on conflict do nothing`;
}

/** Deletes these keys, unless another process has replaced them already. Returns whether they were there. */
export async function deleteKeys(sql: Sql, publicKey: string): Promise<boolean> {
  const deleted = await sql<{ publicKey: string }>`
    delete from push_keys where public_key = ${publicKey} returning public_key as "publicKey"`;
  return deleted.length > 0;
}

/** Browsers refuse messages of another key pair, so their subscriptions end with it. */
export async function deleteAllSubscriptions(sql: Sql): Promise<void> {
  await sql`delete from push_subscriptions`;
}

/** Until the transaction ends, no other device of this player is saved. */
export async function lockSubscriber(sql: Sql, playerId: number): Promise<void> {
  await sql`select from players where id = ${playerId} for no key update`;
}

export type NewSubscription = PushTarget & {
  readonly playerId: number;
  readonly sessionId: number;
  readonly language: Language;
  readonly categories: readonly PushCategory[];
};

/** Stores a browser, or updates it: it may belong to another player now. False if the session has ended meanwhile. */
export async function upsertSubscription(sql: Sql, subscription: NewSubscription): Promise<boolean> {
  const { playerId, sessionId, endpoint, p256dh, auth, language, categories } = subscription;
  const saved = await sql<{ id: number }>`
    insert into push_subscriptions (player_id, session_id, device, endpoint, p256dh, auth, language, categories)
    select player_id, id, device, ${endpoint}, ${p256dh}, ${auth}, ${language}, ${categories}::text[]
    from sessions where id = ${sessionId} and player_id = ${playerId} for key share
    on conflict (endpoint) do update
    set player_id = excluded.player_id, session_id = excluded.session_id, device = excluded.device,
        p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language, categories = excluded.categories,
        created_at = case when push_subscriptions.player_id = excluded.player_id then push_subscriptions.created_at
                          else now() end,
        seen_at = now(), failure_count = 0
    returning id`;
  return saved.length > 0;
}

/** Deletes all but the devices that were used last. */
export async function deleteSurplus(sql: Sql, playerId: number, newest: number): Promise<void> {
  await sql`
    delete from push_subscriptions where id in (
      select id from push_subscriptions where player_id = ${playerId} order by seen_at desc, id desc offset ${newest})`;
}

/** Messages of categories that the browser has turned off. */
export async function deleteUnwantedMessages(sql: Sql, endpoint: string): Promise<void> {
  await sql`
    delete from push_messages using push_subscriptions as subscription
    where subscription.id = subscription_id and endpoint = ${endpoint} and not category = any(categories)`;
}

type Seen = {
  readonly endpoint: string;
  readonly playerId: number;
  readonly sessionId: number;
  readonly language: Language;
};

/** Undefined if this browser is not subscribed for this player. */
export async function updateSeen(sql: Sql, seen: Seen): Promise<PushCategory[] | undefined> {
  const { endpoint, playerId, sessionId, language } = seen;
  const [row] = await sql<{ categories: PushCategory[] }>`
    update push_subscriptions set session_id = session.id, language = ${language}, seen_at = now()
    from (select id, player_id from sessions where id = ${sessionId} for key share) as session
    where endpoint = ${endpoint} and push_subscriptions.player_id = ${playerId} and session.player_id = ${playerId}
    returning categories`;
  return row?.categories;
}

/** Deletes the browser's subscription, also one of another player: the browser itself asks for it. */
export async function deleteByEndpoint(sql: Sql, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where endpoint = ${endpoint}`;
}

export async function deleteOfOthers(sql: Sql, endpoint: string, playerId: number): Promise<void> {
  await sql`delete from push_subscriptions where endpoint = ${endpoint} and player_id <> ${playerId}`;
}

/** Deletes subscriptions that have outlived their session. */
export async function deleteDetached(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from push_subscriptions where player_id = ${playerId} and session_id is null`;
}

/** Deletes browsers that have not been on the site for so long. */
export async function deleteStale(sql: Sql, unseenMaxMs: number): Promise<void> {
  await sql`delete from push_subscriptions where seen_at < now() - ${unseenMaxMs} * interval '1 millisecond'`;
}

export type NewMessage = {
  readonly playerIds: readonly number[];
  readonly category: PushCategory;
  /** In every language. */
  readonly payloads: Readonly<Record<Language, PushPayload>>;
  readonly ttlMs: number;
};

/** Adds a message for every device of these players that wants the category, in the language of the device. */
export async function insertMessages(sql: Sql, { playerIds, category, payloads, ttlMs }: NewMessage): Promise<void> {
  await sql`
    insert into push_messages (subscription_id, category, payload, expires_at)
    select id, ${category}, ${JSON.stringify(payloads)}::jsonb -> language, now() + ${ttlMs} * interval '1 millisecond'
    from push_subscriptions where player_id = any(${playerIds}::int8[]) and ${category} = any(categories)`;
}

type Test = {
  readonly endpoint: string;
  readonly playerId: number;
  readonly payloads: Readonly<Record<Language, PushPayload>>;
  readonly ttlMs: number;
};

/** False if this browser is not subscribed for this player. */
export async function insertTest(sql: Sql, { endpoint, playerId, payloads, ttlMs }: Test): Promise<boolean> {
  const added = await sql<{ id: number }>`
    insert into push_messages (subscription_id, payload, expires_at)
    select id, ${JSON.stringify(payloads)}::jsonb -> language, now() + ${ttlMs} * interval '1 millisecond'
    from push_subscriptions where endpoint = ${endpoint} and player_id = ${playerId}
    returning id`;
  return added.length > 0;
}

export type DueMessage = PushTarget & {
  readonly id: number;
  readonly subscriptionId: number;
  readonly category: PushCategory | null;
  readonly payload: PushPayload;
  readonly attempts: number;
  readonly remainingSeconds: number;
};

type Claim = { readonly limit: number; readonly claimMs: number };

/** Takes messages that are due. If their sender dies, they are due again after `claimMs`. */
export function claimDue(sql: Sql, { limit, claimMs }: Claim): Promise<DueMessage[]> {
  return sql<DueMessage>`
    update push_messages as message set due_at = now() + ${claimMs} * interval '1 millisecond'
    from push_subscriptions as subscription
    where subscription.id = subscription_id and message.id in (
      select id from push_messages where due_at <= now() order by due_at, id limit ${limit} for update skip locked)
    returning message.id, subscription_id as "subscriptionId", category, payload, attempts, endpoint, p256dh, auth,
              extract(epoch from expires_at - now())::float8 as "remainingSeconds"`;
}

export async function deleteExpired(sql: Sql): Promise<void> {
  await sql`delete from push_messages where expires_at < now()`;
}

export async function deleteMessage(sql: Sql, id: number): Promise<void> {
  await sql`delete from push_messages where id = ${id}`;
}

export async function deleteSubscription(sql: Sql, id: number): Promise<void> {
  await sql`delete from push_subscriptions where id = ${id}`;
}

export async function updateSucceeded(sql: Sql, subscriptionId: number): Promise<void> {
  await sql`
    update push_subscriptions set last_success_at = now(), failure_count = 0 where id = ${subscriptionId}`;
}

export async function updateFailed(sql: Sql, subscriptionId: number): Promise<number> {
  const [row] = await sql<{ failureCount: number }>`
    update push_subscriptions set failure_count = failure_count + 1 where id = ${subscriptionId}
    returning failure_count as "failureCount"`;
  return row?.failureCount ?? 0;
}

export async function postponeMessage(sql: Sql, id: number, delayMs: number): Promise<void> {
  await sql`
    update push_messages set attempts = attempts + 1, due_at = now() + ${delayMs} * interval '1 millisecond'
    where id = ${id}`;
}
