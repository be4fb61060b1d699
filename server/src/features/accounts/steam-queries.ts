import type { StaffRole } from '@karat/contract/staff';
import type { Sql } from '#db/db.ts';

export type SteamSignIn = {
  readonly stateHash: Buffer;
  readonly sessionId: number | null;
  readonly returnPath: string;
};

export async function insertSteamSignIn(sql: Sql, { stateHash, sessionId, returnPath }: SteamSignIn): Promise<void> {
  await sql`
    insert into steam_sign_ins (state_hash, session_id, return_path) values (${stateHash}, ${sessionId}, ${returnPath})`;
}

export type PendingSteamSignIn = { sessionId: number | null; returnPath: string; sinceStartMs: number };

/** A state is valid for one return: only the request that deletes the row may use it. */
export async function deleteSteamSignIn(sql: Sql, stateHash: Buffer): Promise<PendingSteamSignIn | undefined> {
  const [row] = await sql<PendingSteamSignIn>`
    delete from steam_sign_ins where state_hash = ${stateHash}
    returning session_id as "sessionId", return_path as "returnPath",
              (extract(epoch from now() - created_at) * 1000)::float8 as "sinceStartMs"`;
  return row;
}

/** Returns true only for the first use of the nonce across all processes. */
export async function insertSteamNonce(sql: Sql, nonce: string): Promise<boolean> {
  const rows = await sql`
    insert into steam_nonces (nonce) values (${nonce}) on conflict do nothing returning nonce`;
  return rows.length > 0;
}

export type SteamPlayer = { id: number; staffRole: StaffRole | null; state: 'active' | 'banned' };

export async function selectPlayerBySteamId(sql: Sql, steamId: string): Promise<SteamPlayer | undefined> {
  const [row] = await sql<SteamPlayer>`
    select id, staff_role as "staffRole", state from players where steam_id = ${steamId}`;
  return row;
}

/** Sets the Steam id of a player who has none, the same one or the replaceable one, and the avatar if there is one. */
export async function updateSteamId(
  sql: Sql,
  link: { playerId: number; steamId: string; replaceable: string | null; avatar: string | null },
): Promise<boolean> {
  const rows = await sql`
    update players set steam_id = ${link.steamId}, avatar = coalesce(${link.avatar}, avatar)
    where id = ${link.playerId} and (steam_id is null or steam_id in (${link.steamId}, ${link.replaceable}))
      and state <> 'deleted'
    returning id`;
  return rows.length > 0;
}
