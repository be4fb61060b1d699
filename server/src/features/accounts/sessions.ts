import type { StaffRole } from '@karat/contract/staff';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { createBatchedReading } from '#batched-reading.ts';
import type { Db, Sql, Tx } from '#db/db.ts';
import type { Caller, SessionOfPlayer, Sessions } from '#deps.ts';
import { removeDetachedDevices } from '#features/push/push.ts';
import type { Log } from '#log.ts';
import { deleteChallenges } from './challenge-queries.ts';
import {
  deleteSession,
  deleteOtherSessions,
  insertSession,
  type NewSession,
  notifyChanged,
  notifyEnded,
  selectHasFactorSince,
  selectSessionsById,
  selectSessionsByToken,
  selectSinceSteamMs,
  type SessionRow,
  touchSessions,
} from './session-queries.ts';

const MINUTE_MS = 60_000;
const IDLE_MAX_MS = 12 * 60 * MINUTE_MS;
const STAFF_IDLE_MAX_MS = 30 * MINUTE_MS;
const SESSION_AGE_MAX_MS = 7 * 24 * 60 * MINUTE_MS;

/** A session in use updates its row at most this often. */
const TOUCH_INTERVAL_MS = MINUTE_MS;

const CACHE_MS = 30_000;
const CACHED_MAX = 10_000;

const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{43}$/;

type Cached = { readonly caller: Caller; readonly until: number };

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Only the hash of a token is stored, so a stolen table gives no access. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

type SessionAge = { readonly staffRole: StaffRole | null; readonly sinceStartMs: number; readonly sinceSeenMs: number };

/** How much longer an unused session lasts; 0 or less if it has expired. */
export function remainingMs({ staffRole, sinceStartMs, sinceSeenMs }: SessionAge): number {
  const idleMaxMs = staffRole !== null ? STAFF_IDLE_MAX_MS : IDLE_MAX_MS;
  return Math.min(SESSION_AGE_MAX_MS - sinceStartMs, idleMaxMs - sinceSeenMs);
}

export async function startSession(tx: Tx, session: NewSession): Promise<string> {
  const token = newToken();
  await insertSession(tx.sql, tokenHash(token), session);
  return token;
}

/** The caller of the session with this id; undefined if it has ended. */
export async function findSessionById(sql: Sql, sessionId: number): Promise<Caller | undefined> {
  const [row] = await selectSessionsById(sql, [sessionId]);
  return row !== undefined && remainingMs(row) > 0 ? callerOf(row) : undefined;
}

/** The period in which a Steam sign-in proves that the person is present, not only the browser. */
const STEAM_FRESH_MS = 10 * 60_000;

export async function hasFreshSteamSignIn(sql: Sql, sessionId: number): Promise<boolean> {
  const sinceSteamMs = await selectSinceSteamMs(sql, sessionId);
  return sinceSteamMs !== undefined && sinceSteamMs <= STEAM_FRESH_MS;
}

type SessionOwner = { readonly sessions: Sessions; readonly playerId: number };

/** Returns false if the player has no such session. */
export async function endSession(tx: Tx, { sessions, ...session }: SessionOwner & SessionOfPlayer): Promise<boolean> {
  const ended = await deleteSession(tx.sql, session);
  await sessions.announceEnd(tx, ended);
  return ended.length > 0;
}

export async function endOtherSessions(
  tx: Tx,
  { sessions, ...current }: SessionOwner & SessionOfPlayer,
): Promise<void> {
  await removeDetachedDevices(tx, current.playerId);
  await deleteChallenges(tx.sql, current.playerId);
  await sessions.announceEnd(tx, await deleteOtherSessions(tx.sql, current));
}

/** Returns how many there were. */
export async function endAllSessions(tx: Tx, { sessions, playerId }: SessionOwner): Promise<number> {
  await removeDetachedDevices(tx, playerId);
  await deleteChallenges(tx.sql, playerId);
  const ended = await deleteOtherSessions(tx.sql, { playerId, sessionId: 0 });
  await sessions.announceEnd(tx, ended);
  return ended.length;
}

function callerOf(
  { id, username, isSandbox, staffRole, sessionId, hasFactor }: SessionRow,
  isFactorNeeded = false,
): Caller {
  const hasRights = hasFactor || !isFactorNeeded;
  return { id, username, isSandbox, staffRole: hasRights ? staffRole : null, sessionId };
}

/** Caches callers by hashed token for at most 30 seconds. Unknown tokens are not cached, because there is no limit to them. */
function createCache(now: () => number) {
  const byKey = new Map<string, Cached>();
  const keys = new Map<number, string>();

  function remove(key: string): void {
    const cached = byKey.get(key);
    if (cached === undefined) return;
    byKey.delete(key);
    keys.delete(cached.caller.sessionId);
  }

  return {
    get(key: string): Caller | undefined {
      const cached = byKey.get(key);
      return cached !== undefined && cached.until > now() ? cached.caller : undefined;
    },
    set(key: string, caller: Caller, ttlMs: number): void {
      remove(key);
      if (byKey.size >= CACHED_MAX) {
        const [oldest] = byKey.keys();
        if (oldest !== undefined) remove(oldest);
      }
      byKey.set(key, { caller, until: now() + Math.min(CACHE_MS, ttlMs) });
      keys.set(caller.sessionId, key);
    },
    removeSession(sessionId: number): void {
      const key = keys.get(sessionId);
      if (key !== undefined) remove(key);
    },
    clear(): void {
      byKey.clear();
      keys.clear();
    },
  };
}

/** Sessions by the key of their token. The used ones are marked as used. */
async function readSessions(sql: Sql, log: Log, keys: readonly string[]): Promise<Map<string, SessionRow>> {
  const rows = await selectSessionsByToken(
    sql,
    keys.map((key) => Buffer.from(key, 'base64url')),
  );
  const unmarked = rows.filter((row) => remainingMs(row) > 0 && row.sinceSeenMs > TOUCH_INTERVAL_MS);
  if (unmarked.length > 0) {
    const ids = unmarked.map(({ sessionId }) => sessionId);
    touchSessions(sql, ids, TOUCH_INTERVAL_MS).catch((error: unknown) => {
      log.warn({ err: error }, 'Updating the last use of sessions failed');
    });
  }
  return new Map(rows.map((row) => [row.tokenHash.toString('base64url'), row]));
}

/**
 * Looks up callers by token. Lookups of one turn of the event loop share a query, and a session that ends during a lookup is not
 * cached.
 */
function createLookup(sql: Sql, log: Log, { now, needsStaffFactor }: Required<SessionOptions>) {
  const cache = createCache(now);
  const read = createBatchedReading<string, SessionRow>((keys) => readSessions(sql, log, keys));
  const pending = new Map<string, Promise<Caller | undefined>>();
  let endings = 0;

  async function load(key: string): Promise<Caller | undefined> {
    const endingsBefore = endings;
    const row = await read(key);
    if (row === undefined) return undefined;
    const ttlMs = remainingMs(row);
    if (ttlMs <= 0) return undefined;
    const caller = callerOf(row, needsStaffFactor);
    // If a session ended while this query ran, the row may belong to it.
    if (endings === endingsBefore) cache.set(key, caller, ttlMs);
    return caller;
  }

  function ended(): void {
    endings++;
    // A lookup that starts now must not share a query that began before the end.
    pending.clear();
  }

  return {
    find(token: string): Promise<Caller | undefined> {
      if (!TOKEN_PATTERN.test(token)) return Promise.resolve(undefined);
      const key = hash('sha256', token, 'base64url');
      const cached = cache.get(key);
      if (cached !== undefined) return Promise.resolve(cached);
      const pendingLookup = pending.get(key);
      if (pendingLookup !== undefined) return pendingLookup;
      const asking = load(key).finally(() => {
        if (pending.get(key) === asking) pending.delete(key);
      });
      pending.set(key, asking);
      return asking;
    },
    removeSession(sessionId: number): void {
      ended();
      cache.removeSession(sessionId);
    },
    clear(): void {
      ended();
      cache.clear();
    },
  };
}

type SessionOptions = {
  readonly now?: () => number;
  /** Whether staff have their rights only in sessions with a second factor. */
  readonly needsStaffFactor?: boolean;
};

/** How long calls that need a second factor accept the last one. */
const FACTOR_FRESH_MS = 10 * MINUTE_MS;

type Announcement = {
  readonly channel: 'session_ended' | 'session_changed';
  notify(sql: Sql, payloads: readonly string[]): Promise<void>;
};

/** Announces sessions to every process, which removes them from its cache and calls its listeners. */
function createAnnouncer(db: Db, log: Log, lookup: ReturnType<typeof createLookup>, { channel, notify }: Announcement) {
  const listeners: ((session: SessionOfPlayer) => void)[] = [];
  const processId = randomUUID();

  function apply(session: SessionOfPlayer): void {
    lookup.removeSession(session.sessionId);
    for (const listener of listeners) listener(session);
  }

  function onNotification(payload: string): void {
    const [from, sessionId, playerId] = payload.split(' ');
    if (from !== processId) apply({ sessionId: Number(sessionId), playerId: Number(playerId) });
  }

  // Notifications sent before the subscription are lost, so the cache is cleared once it is active, and after each reconnect.
  const subscription = db.listen(channel, onNotification, lookup.clear);
  subscription.then(lookup.clear, (error: unknown) =>
    log.error({ err: error, channel }, 'Subscribing to sessions failed'),
  );

  return {
    async announce(tx: Tx, sessions: readonly SessionOfPlayer[]): Promise<void> {
      if (sessions.length === 0) return;
      await notify(
        tx.sql,
        sessions.map(({ sessionId, playerId }) => `${processId} ${sessionId} ${playerId}`),
      );
      for (const each of sessions) tx.afterCommit(() => apply(each));
    },
    onAnnounced: (listener: (session: SessionOfPlayer) => void) => void listeners.push(listener),
    async close(): Promise<void> {
      const stop = await subscription.catch(() => undefined);
      await stop?.();
    },
  };
}

/** Sessions stored as rows behind a short cache. An ended session leaves the cache immediately, in this process and in all others. */
export function createSessions(db: Db, log: Log, options: SessionOptions = {}): Sessions {
  const { now = () => performance.now(), needsStaffFactor = false } = options;
  const lookup = createLookup(db.sql, log, { now, needsStaffFactor });
  const readOpen = createBatchedReading<number, true>(async (ids) => {
    const rows = await selectSessionsById(db.sql, ids);
    return new Map(rows.filter((row) => remainingMs(row) > 0).map(({ sessionId }) => [sessionId, true]));
  });
  const ends = createAnnouncer(db, log, lookup, { channel: 'session_ended', notify: notifyEnded });
  const changes = createAnnouncer(db, log, lookup, { channel: 'session_changed', notify: notifyChanged });

  return {
    find: lookup.find,
    isOpen: async (sessionId) => (await readOpen(sessionId)) === true,
    hasFreshFactor: (sessionId) => selectHasFactorSince(db.sql, sessionId, FACTOR_FRESH_MS),
    announceChange: changes.announce,
    onChange: changes.onAnnounced,
    announceEnd: ends.announce,
    onEnd: ends.onAnnounced,
    async close() {
      await Promise.all([ends.close(), changes.close()]);
    },
  };
}
