import type { Note } from '@karat/contract/notes';
import type { Sql } from '#db/db.ts';

export async function countNotes(sql: Sql, playerId: number): Promise<number> {
  const [row] = await sql<{ count: number }>`select count(*) as count from player_notes where player_id = ${playerId}`;
  return row!.count;
}

type Slice = { readonly playerId: number; readonly offset: number; readonly limit: number };

export function selectNotes(sql: Sql, { playerId, offset, limit }: Slice): Promise<Note[]> {
  return sql<Note>`
    select player_notes.id, text, player_notes.created_at as "createdAt",
           jsonb_build_object('id', players.id, 'username', username) as author
    from player_notes join players on players.id = author_id
    where player_id = ${playerId} order by player_notes.id desc offset ${offset} limit ${limit}`;
}

/** Locks the account against changes of its state. False if it is deleted. */
export async function lockExisting(sql: Sql, playerId: number): Promise<boolean> {
  const rows = await sql`select from players where id = ${playerId} and state <> 'deleted' for share`;
  return rows.length > 0;
}

type NewNote = { readonly playerId: number; readonly authorId: number; readonly text: string };

export async function insertNote(
  sql: Sql,
  { playerId, authorId, text }: NewNote,
): Promise<Pick<Note, 'id' | 'createdAt'>> {
  const [row] = await sql<Pick<Note, 'id' | 'createdAt'>>`
    insert into player_notes (player_id, author_id, text) values (${playerId}, ${authorId}, ${text})
    returning id, created_at as "createdAt"`;
  return row!;
}
