import type { Sql } from '#db/db.ts';

/** How a player proved the first factor. */
export type SignInMethod = 'password' | 'steam';

export async function insertChallenge(
  sql: Sql,
  { tokenHash, playerId, method }: { tokenHash: Buffer; playerId: number; method: SignInMethod },
): Promise<void> {
  await sql`
    insert into sign_in_challenges (token_hash, player_id, method) values (${tokenHash}, ${playerId}, ${method})`;
}

export type ChallengeRow = { playerId: number; method: SignInMethod; username: string };

export async function selectChallenge(sql: Sql, tokenHash: Buffer, maxMs: number): Promise<ChallengeRow | undefined> {
  const [row] = await sql<ChallengeRow>`
    select player_id as "playerId", method, username
    from sign_in_challenges join players on players.id = player_id
    where token_hash = ${tokenHash} and sign_in_challenges.created_at > now() - ${maxMs} * interval '1 millisecond'`;
  return row;
}

/** A challenge is valid for one session: only the request that deletes the row may open it. */
export async function deleteChallenge(sql: Sql, tokenHash: Buffer): Promise<boolean> {
  const rows = await sql`delete from sign_in_challenges where token_hash = ${tokenHash} returning player_id`;
  return rows.length > 0;
}

/** Ends all sign-ins of a player that wait for the second factor. */
export async function deleteChallenges(sql: Sql, playerId: number): Promise<void> {
  await sql`delete from sign_in_challenges where player_id = ${playerId}`;
}
