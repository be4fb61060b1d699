import type { Sql } from '#db/db.ts';
import type { IdentityHash } from './exclusion-queries.ts';

/** End of a stored break under one of these identities; null if there is none. */
export async function selectStoredBreak(sql: Sql, hashes: readonly IdentityHash[]): Promise<string | null> {
  const [row] = await sql<{ until: string | null }>`
    select max(until) as until
    from stored_breaks
    join unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
      on stored_breaks.key_id = hashed.key_id and identity_hash = hash
    where until > now()`;
  return row?.until ?? null;
}

/** Stores the player's current break, if any. */
export async function storeBreak(sql: Sql, playerId: number, hashes: readonly IdentityHash[]): Promise<void> {
  await sql`
    insert into stored_breaks as stored (key_id, identity_hash, until)
    select key_id, hash, break_until
    from safer_play,
         unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
    where player_id = ${playerId} and break_until > now()
    order by key_id, hash
    on conflict (key_id, identity_hash) do update set until = greatest(stored.until, excluded.until)`;
}

export async function updateBreakUntil(sql: Sql, playerId: number, until: string): Promise<void> {
  await sql`
    update safer_play set break_until = greatest(break_until, ${until}::timestamptz) where player_id = ${playerId}`;
}

/** Stores the player's limits, with their use according to the ledger. */
export async function storeLimits(sql: Sql, playerId: number, hashes: readonly IdentityHash[]): Promise<void> {
  await sql`
    insert into stored_limits as stored (key_id, identity_hash, kind, period, allowed, began_on, used)
    select key_id, hash, kind, period, allowed, began_on, recomputed.used
    from play_limits join limit_uses_of(${playerId}) as recomputed using (kind, period),
         unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
    where player_id = ${playerId}
    order by key_id, hash, kind, period
    on conflict (key_id, identity_hash, kind, period) do update
    set allowed = least(stored.allowed, excluded.allowed), began_on = excluded.began_on, used = excluded.used`;
}

/**
 * Moves stored limits to this player if they are tighter, with what was used of them; false if there are none. The player may
 * loosen them like any others, and deleting this account stores them again.
 */
export async function moveStoredLimits(sql: Sql, playerId: number, hashes: readonly IdentityHash[]): Promise<boolean> {
  const rows = await sql`
    with taken as (
      delete from stored_limits as stored
      using unnest(${hashes.map(({ keyId }) => keyId)}::int8[], ${hashes.map(({ hash }) => hash)}::bytea[]) as hashed (key_id, hash)
      where stored.key_id = hashed.key_id and identity_hash = hash
      returning kind, period, allowed, began_on, used
    ), carried as (
      -- Stored by e-mail and by Steam id, the use is the same: the maximum, not the sum.
      insert into carried_limit_uses as carried (player_id, kind, period, began_on, used)
      select ${playerId}, kind, period, began_on, max(used) from taken group by kind, period, began_on
      on conflict (player_id, kind, period, began_on) do update set used = greatest(carried.used, excluded.used)
    )
    insert into play_limits as own (player_id, kind, period, allowed)
    select ${playerId}, kind, period, min(allowed) from taken group by kind, period
    on conflict (player_id, kind, period) do update
    set allowed = least(own.allowed, excluded.allowed), requested_allowed = null, requested_at = null
    returning kind`;
  return rows.length > 0;
}
