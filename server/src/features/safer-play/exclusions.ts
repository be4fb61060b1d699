import { createHmac, randomBytes } from 'node:crypto';
import { standInSteamId } from '#adapters/steam/steam.ts';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import type { Log } from '#log.ts';
import {
  deleteExclusions,
  type Hashed,
  type Identities,
  insertKey,
  lockKeys,
  selectExcludedUntil,
  selectIdentities,
  selectKeys,
  updateExcludedUntil,
  updateKeyHandedOver,
  updateKeySealed,
  updateToReleased,
  upsertExclusions,
} from './exclusion-queries.ts';
import { ensureSaferPlay, reckonUses, updateHasLimits } from './queries.ts';
import { keepBreak, keepLimits, selectKeptBreak, takeKeptLimits, updateBreakUntil } from './rule-queries.ts';

export type ExclusionDeps = Pick<Deps, 'seal'> & { readonly log?: Log };

type Key = { readonly id: number; readonly key: string };

const KEY_BYTES = 32;

function openKey({ seal, log }: ExclusionDeps, { id, sealed }: { id: number; sealed: Buffer }): Key[] {
  try {
    return [{ id, key: seal.open(sealed) }];
  } catch (error) {
    // Sealed under a SECRET that is gone: whom it knew is only known by their accounts from now on.
    log?.error({ err: error, keyId: id }, 'a key of exclusions cannot be read under this SECRET');
    return [];
  }
}

/** The keys that can be read, newest first; the first is made when there is none. One handed over is sealed again. */
async function readKeys(sql: Sql, deps: ExclusionDeps): Promise<Key[]> {
  const keys: Key[] = [];
  for (const { id, sealed, handedOver } of await selectKeys(sql)) {
    if (handedOver !== null) await updateKeySealed(sql, id, deps.seal.close(handedOver));
    if (handedOver !== null) keys.push({ id, key: handedOver });
    else if (sealed !== null) keys.push(...openKey(deps, { id, sealed }));
  }
  return keys;
}

async function ensureKeys(sql: Sql, deps: ExclusionDeps): Promise<Key[]> {
  const known = await readKeys(sql, deps);
  if (known.length > 0) return known;
  await lockKeys(sql);
  const meanwhile = await readKeys(sql, { seal: deps.seal });
  if (meanwhile.length > 0) return meanwhile;
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return [{ id: await insertKey(sql, deps.seal.close(key)), key }];
}

type Names = {
  /** What the person has proved to own: an exclusion under it holds for every account. */
  readonly proven: readonly string[];
  /** What the person has only claimed: anybody could have typed it, so it binds nobody else. */
  readonly claimed: readonly string[];
};

/** By what a person would be known again. An id that the sandbox has lent is nobody's. */
function namesOf(playerId: number, { emailKey, isEmailVerified, steamId }: Identities): Names {
  const proven = [
    ...(emailKey === null || !isEmailVerified ? [] : [`verified-email:${emailKey}`]),
    ...(steamId === null || steamId === standInSteamId(playerId) ? [] : [`steam:${steamId}`]),
  ];
  return { proven, claimed: emailKey === null ? [] : [`email:${emailKey}`] };
}

/** Keyed, so that a stolen table does not tell whose e-mail is in it. */
function hashesOf(keys: readonly Key[], names: readonly string[]): Hashed[] {
  return keys.flatMap(({ id: keyId, key }) =>
    names.map((name) => ({ keyId, hash: createHmac('sha256', key).update(name).digest() })),
  );
}

type Found = { readonly playerId: number; readonly isNew?: boolean; readonly isLeaving?: boolean };

/** Whoever leaves on a break or with limits finds them again. The wallet is locked, and nothing is under way. */
async function keepRules(tx: Tx, playerId: number, hashes: readonly Hashed[]): Promise<void> {
  await keepBreak(tx.sql, playerId, hashes);
  await keepLimits(tx.sql, playerId, hashes);
}

/** Holds a player to what somebody with one of these identities has left with; false where that is nothing. */
async function takeRulesUp(tx: Tx, playerId: number, hashes: readonly Hashed[]): Promise<boolean> {
  const breakUntil = await selectKeptBreak(tx.sql, hashes);
  if (breakUntil !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateBreakUntil(tx.sql, playerId, breakUntil);
  }
  const hasLimits = await takeKeptLimits(tx.sql, playerId, hashes);
  if (hasLimits) {
    await ensureSaferPlay(tx.sql, playerId);
    await reckonUses(tx.sql, playerId);
  }
  return breakUntil !== null || hasLimits;
}

/**
 * Looks whether somebody with this Steam id or verified e-mail has excluded themselves, under whatever account, and excludes the player
 * until the same day; whoever has left on a break or with limits is held to them. An excluded player is stored under all identities
 * that the account has now. A new account whose e-mail is not verified, and stored with an exclusion, is reported to staff. The wallet is
 * locked, or new.
 */
export async function knowAgain(
  tx: Tx,
  deps: ExclusionDeps,
  { playerId, isNew = false, isLeaving = false }: Found,
): Promise<void> {
  const names = namesOf(playerId, await selectIdentities(tx.sql, playerId));
  if (names.proven.length + names.claimed.length === 0) return;
  const keys = await ensureKeys(tx.sql, deps);
  const [proven, claimed] = [hashesOf(keys, names.proven), hashesOf(keys, names.claimed)];
  const found = await selectExcludedUntil(tx.sql, proven);
  if (found !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateExcludedUntil(tx.sql, playerId, found);
  }
  const hasRules = !isLeaving && (await takeRulesUp(tx, playerId, proven));
  if (found !== null || hasRules) await setNeedsChecks(tx, playerId, await updateHasLimits(tx.sql, playerId));
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  if (isNew && excludedUntil === null && (await selectExcludedUntil(tx.sql, claimed)) !== null) {
    await recordSiteEvent(tx, { playerId, event: 'safer-play.exclusion-match', subject: `player:${playerId}` });
  }
  if (excludedUntil !== null) await upsertExclusions(tx.sql, [...proven, ...claimed], excludedUntil);
  if (isLeaving) await keepRules(tx, playerId, proven);
}

async function storedHashesOf(sql: Sql, deps: ExclusionDeps, playerId: number): Promise<Hashed[]> {
  const { proven, claimed } = namesOf(playerId, await selectIdentities(sql, playerId));
  return hashesOf(await readKeys(sql, deps), [...proven, ...claimed]);
}

/** Until when an exclusion is stored under an identity of this account, its own or that of another; null for none. */
export async function findStoredExclusion(sql: Sql, deps: ExclusionDeps, playerId: number): Promise<string | null> {
  return selectExcludedUntil(sql, await storedHashesOf(sql, deps, playerId));
}

/** Ends the exclusion of the account, and those stored under its identities. The wallet is locked. */
export async function releaseStored(
  tx: Tx,
  deps: ExclusionDeps,
  playerId: number,
): Promise<{ excludedUntil: string | null; storedUntil: string | null }> {
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  const hashes = await storedHashesOf(tx.sql, deps, playerId);
  const storedUntil = await selectExcludedUntil(tx.sql, hashes);
  await deleteExclusions(tx.sql, hashes);
  await updateToReleased(tx.sql, playerId);
  return { excludedUntil, storedUntil };
}

/** Leaves the keys to a site that starts under another SECRET. False where there are some, and none can be read under this one. */
export async function handKeysOver(sql: Sql, deps: ExclusionDeps): Promise<boolean> {
  const readable = await readKeys(sql, deps);
  for (const { id, key } of readable) await updateKeyHandedOver(sql, id, key);
  return readable.length > 0 || (await selectKeys(sql)).length === 0;
}

/** Takes over keys that were left in the clear. When the site starts, so that they do not stay so. */
export async function takeKeysOver({ db, ...deps }: ExclusionDeps & Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(({ sql }) => readKeys(sql, deps));
}
