import { createHmac, randomBytes } from 'node:crypto';
import { standInSteamId } from '#adapters/steam/steam.ts';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
import { sendCarefully } from '#features/wallet/wallet.ts';
import type { Log } from '#log.ts';
import {
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
  upsertExclusions,
} from './exclusion-queries.ts';
import { keepRules, takeRulesUp } from './kept-rules.ts';
import { ensureSaferPlay, updateHasLimits } from './queries.ts';

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

/** By what a person would be known again. An id that the sandbox has lent is nobody's. */
function namesOf(playerId: number, { emailKey, steamId }: Identities): string[] {
  return [
    ...(emailKey === null ? [] : [`email:${emailKey}`]),
    ...(steamId === null || steamId === standInSteamId(playerId) ? [] : [`steam:${steamId}`]),
  ];
}

/** Keyed, so that a stolen table does not tell whose e-mail is in it. */
function hashesOf(keys: readonly Key[], names: readonly string[]): Hashed[] {
  return keys.flatMap(({ id: keyId, key }) =>
    names.map((name) => ({ keyId, hash: createHmac('sha256', key).update(name).digest() })),
  );
}

/**
 * Looks whether somebody with this e-mail or Steam id has excluded themselves, under whatever account, and excludes the player until
 * the same day; whoever has left on a break or with limits is held to them. Whoever is excluded is known again by all that the account
 * has now. The wallet is locked, or new.
 */
export async function knowAgain(
  tx: Tx,
  deps: ExclusionDeps,
  { playerId, isLeaving = false }: { playerId: number; isLeaving?: boolean },
): Promise<void> {
  const names = namesOf(playerId, await selectIdentities(tx.sql, playerId));
  if (names.length === 0) return;
  const hashes = hashesOf(await ensureKeys(tx.sql, deps), names);
  const found = await selectExcludedUntil(tx.sql, hashes);
  if (found !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateExcludedUntil(tx.sql, playerId, found);
  }
  const hasRules = !isLeaving && (await takeRulesUp(tx, playerId, hashes));
  if (found !== null || hasRules) await sendCarefully(tx, playerId, await updateHasLimits(tx.sql, playerId));
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  if (excludedUntil !== null) await upsertExclusions(tx.sql, hashes, excludedUntil);
  if (isLeaving) await keepRules(tx, playerId, hashes);
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
