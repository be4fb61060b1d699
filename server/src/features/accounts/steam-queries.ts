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

export type TakenSteamSignIn = { sessionId: number | null; returnPath: string; sinceStartMs: number };

/** A state is good for one return: whoever deletes the row has it. */
export async function takeSteamSignIn(sql: Sql, stateHash: Buffer): Promise<TakenSteamSignIn | undefined> {
  const [row] = await sql<TakenSteamSignIn>`
    delete from steam_sign_ins where state_hash = ${stateHash}
    returning session_id as "sessionId", return_path as "returnPath",
              (extract(epoch from now() - created_at) * 1000)::float8 as "sinceStartMs"`;
  return row;
}
