import { createHmac, randomBytes } from 'node:crypto';
import { standInSteamId } from '#adapters/steam/steam.ts';
import type { Sql, Tx } from '#db/db.ts';
import type { Deps } from '#deps.ts';
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
import { ensureSaferPlay, updateCareful } from './queries.ts';

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

/** Keyed, so that a stolen table does not tell whose e-mail is in it. */
function hashesOf(keys: readonly Key[], playerId: number, { emailKey, steamId }: Identities): Hashed[] {
  const names = [
    ...(emailKey === null ? [] : [`email:${emailKey}`]),
    ...(steamId === null || steamId === standInSteamId(playerId) ? [] : [`steam:${steamId}`]),
  ];
  return keys.flatMap(({ id: keyId, key }) =>
    names.map((name) => ({ keyId, hash: createHmac('sha256', key).update(name).digest() })),
  );
}

/**
 * Looks whether somebody with this e-mail or Steam id has excluded themselves, under whatever account, and excludes the player until
 * the same day. Whoever is excluded is known again by all that the account has now. The wallet is locked, or new.
 */
export async function knowAgain(tx: Tx, deps: ExclusionDeps, playerId: number): Promise<void> {
  const identities = await selectIdentities(tx.sql, playerId);
  const hashes = hashesOf(await ensureKeys(tx.sql, deps), playerId, identities);
  if (hashes.length === 0) return;
  const found = await selectExcludedUntil(tx.sql, hashes);
  if (found !== null) {
    await ensureSaferPlay(tx.sql, playerId);
    await updateExcludedUntil(tx.sql, playerId, found);
    await updateCareful(tx.sql, playerId);
  }
  const { excludedUntil } = await selectIdentities(tx.sql, playerId);
  if (excludedUntil !== null) await upsertExclusions(tx.sql, hashes, excludedUntil);
}

/** Leaves the keys to a site that starts under another SECRET; answers how many cannot be read under this one. */
export async function handKeysOver(sql: Sql, deps: ExclusionDeps): Promise<number> {
  const keys = await selectKeys(sql);
  const readable = await readKeys(sql, deps);
  for (const { id, key } of readable) await updateKeyHandedOver(sql, id, key);
  return keys.length - readable.length;
}
