import { createHmac, randomBytes } from 'node:crypto';
import { fakeSteamId } from '#adapters/steam/steam.ts';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { recordSiteEvent } from '#features/logs/logs.ts';
import { setNeedsChecks } from '#features/stakes/stakes.ts';
import type { Log } from '#log.ts';
import {
  deleteExclusions,
  type IdentityHash,
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
import { ensureSaferPlay, recountUses, updateHasLimits } from './queries.ts';
import { storeBreak, storeLimits, selectStoredBreak, moveStoredLimits, updateBreakUntil } from './stored-queries.ts';

export type ExclusionDeps = Pick<Deps, 'seal'> & { readonly log?: Log };

type Key = { readonly id: number; readonly key: string };

const KEY_BYTES = 32;

function openKey({ seal, log }: ExclusionDeps, { id, sealed }: { id: number; sealed: Buffer }): Key[] {
  try {
    return [{ id, key: seal.open(sealed) }];
  } catch (error) {
    // Sealed with a lost SECRET: exclusions stored under this key can only be found through their accounts.
    log?.error({ err: error, keyId: id }, 'Exclusion key cannot be unsealed; was SECRET changed?');
    return [];
  }
}

/** All readable keys, newest first. Seals keys again that were handed over. */
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

type IdentityNames = {
  /** Identities that the player has proved to own: an exclusion under them applies to every account. */
  readonly proven: readonly string[];
  /** Identities that the player only claimed. Anyone could have entered them, so they do not affect other accounts. */
  readonly claimed: readonly string[];
};

/** The identities by which a player can be recognized. An id assigned by the sandbox does not count. */
function identityNames(playerId: number, { emailKey, isEmailVerified, steamId }: Identities): IdentityNames {
  const proven = [
    ...(emailKey === null || !isEmailVerified ? [] : [`verified-email:${emailKey}`]),
    ...(steamId === null || steamId === fakeSteamId(playerId) ? [] : [`steam:${steamId}`]),
  ];
  return { proven, claimed: emailKey === null ? [] : [`email:${emailKey}`] };
}

/** Keyed hashes, so that a stolen table does not reveal e-mail addresses. */
function hashesOf(keys: readonly Key[], names: readonly string[]): IdentityHash[] {
  return keys.flatMap(({ id: keyId, key }) =>
    names.map((name) => ({ keyId, hash: createHmac('sha256', key).update(name).digest() })),
  );
}

type ApplyOptions = { readonly playerId: number; readonly isNew?: boolean; readonly isDeletion?: boolean };

/** Stores break and limits of a deleted account for a later one. The wallet is locked and no game is in progress. */
async function storeRules(tx: Tx, playerId: number, hashes: readonly IdentityHash[]): Promise<void> {
  await storeBreak(tx.sql, playerId, hashes);
  await storeLimits(tx.sql, playerId, hashes);
}

/** Applies break and limits that were stored under one of these identities; false if there are none. */
async function applyStoredRules(tx: Tx, playerId: number, hashes: readonly IdentityHash[]): Promise<boolean> {
  const breakUntil = await selectStoredBreak(tx.sql, hashes);
  if (breakUntil !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateBreakUntil(tx.sql, playerId, breakUntil);
  }
  const hasLimits = await moveStoredLimits(tx.sql, playerId, hashes);
  if (hasLimits) {
    await ensureSaferPlay(tx.sql, playerId);
    await recountUses(tx.sql, playerId);
  }
  return breakUntil !== null || hasLimits;
}

/**
 * Applies exclusions, breaks and limits that were stored under the player's Steam id or verified e-mail by any account. Stores the
 * player's own exclusion under all identities of the account. Reports to staff a new account whose unverified e-mail is stored
 * with an exclusion. The wallet is locked, or new.
 */
export async function applyStoredExclusions(
  tx: Tx,
  deps: ExclusionDeps,
  { playerId, isNew = false, isDeletion = false }: ApplyOptions,
): Promise<void> {
  const names = identityNames(playerId, await selectIdentities(tx.sql, playerId));
  if (names.proven.length + names.claimed.length === 0) return;
  const keys = await ensureKeys(tx.sql, deps);
  const [proven, claimed] = [hashesOf(keys, names.proven), hashesOf(keys, names.claimed)];
  const found = await selectExcludedUntil(tx.sql, proven);
  if (found !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateExcludedUntil(tx.sql, playerId, found);
  }
  const hasRules = !isDeletion && (await applyStoredRules(tx, playerId, proven));
  if (found !== null || hasRules) await setNeedsChecks(tx, playerId, await updateHasLimits(tx.sql, playerId));
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  if (isNew && excludedUntil === null && (await selectExcludedUntil(tx.sql, claimed)) !== null) {
    await recordSiteEvent(tx, { playerId, event: 'safer-play.exclusion-match', subject: `player:${playerId}` });
  }
  if (excludedUntil !== null) await upsertExclusions(tx.sql, [...proven, ...claimed], excludedUntil);
  if (isDeletion) await storeRules(tx, playerId, proven);
}

async function readStoredHashes(sql: Sql, deps: ExclusionDeps, playerId: number): Promise<IdentityHash[]> {
  const { proven, claimed } = identityNames(playerId, await selectIdentities(sql, playerId));
  return hashesOf(await readKeys(sql, deps), [...proven, ...claimed]);
}

/** End of an exclusion stored under an identity of this account, by any account; null if there is none. */
export async function findStoredExclusion(sql: Sql, deps: ExclusionDeps, playerId: number): Promise<string | null> {
  return selectExcludedUntil(sql, await readStoredHashes(sql, deps, playerId));
}

/** Ends the account's exclusion and those stored under its identities. The wallet is locked. */
export async function releaseStoredExclusions(
  tx: Tx,
  deps: ExclusionDeps,
  playerId: number,
): Promise<{ excludedUntil: string | null; storedUntil: string | null }> {
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  const hashes = await readStoredHashes(tx.sql, deps, playerId);
  const storedUntil = await selectExcludedUntil(tx.sql, hashes);
  await deleteExclusions(tx.sql, hashes);
  await updateToReleased(tx.sql, playerId);
  return { excludedUntil, storedUntil };
}

/** Stores the keys unsealed for a start with another SECRET. False if keys exist but none can be read. */
export async function handOverKeys(sql: Sql, deps: ExclusionDeps): Promise<boolean> {
  const readable = await readKeys(sql, deps);
  for (const { id, key } of readable) await updateKeyHandedOver(sql, id, key);
  return readable.length > 0 || (await selectKeys(sql)).length === 0;
}

/** Seals keys that were handed over. Runs at the start, so that they do not stay readable. */
export async function sealHandedOverKeys({ db, ...deps }: ExclusionDeps & Pick<Deps, 'db'>): Promise<void> {
  await db.transaction(({ sql }) => readKeys(sql, deps));
}
