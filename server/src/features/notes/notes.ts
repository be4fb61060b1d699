import type { Note } from '@karat/contract/notes';
import type { Pagination } from '@karat/contract/pagination';
import { Refusal } from '@karat/contract/refusal';
import type { Sql } from '#db/db.ts';
import type { Caller, Deps } from '#deps.ts';
import { recordStaffAction } from '#features/logs/logs.ts';
import { assertUser } from '#features/users/users.ts';
import { onceByKey } from '#http/idempotency.ts';
import { countNotes, insertNote, lockExisting, selectNotes } from './queries.ts';

const deletedAccount = () => new Refusal('forbidden', 'This account has been deleted by its owner.');

type NotesRequest = { readonly playerId: number; readonly page: number; readonly limit: number };

/** Lists what staff wrote about a player, newest first. */
export async function listNotes(
  sql: Sql,
  { playerId, page, limit }: NotesRequest,
): Promise<{ data: Note[]; pagination: Pagination }> {
  await assertUser(sql, playerId);
  const totalResults = await countNotes(sql, playerId);
  const data = await selectNotes(sql, { playerId, offset: (page - 1) * limit, limit });
  return { data, pagination: { totalResults, resultsPerPage: limit, currentPage: page } };
}

type NewNote = {
  readonly playerId: number;
  readonly author: Caller;
  readonly text: string;
  /** The idempotency key. */
  readonly key: string | undefined;
};

/** Adds a note about a player, once for each key. */
export function addNote({ db }: Pick<Deps, 'db'>, { playerId, author, text, key }: NewNote): Promise<Note> {
  const keyedRequest = { playerId: author.id, key, request: ['addNote', playerId, text] };
  return db.transaction(async (tx) => {
    await assertUser(tx.sql, playerId);
    const added = await onceByKey(tx, keyedRequest, async () => {
      // Against the deletion of the account, which deletes its notes.
      if (!(await lockExisting(tx.sql, playerId))) throw deletedAccount();
      const row = await insertNote(tx.sql, { playerId, authorId: author.id, text });
      const subject = `player:${playerId}`;
      await recordStaffAction(tx, { actorId: author.id, action: 'account.note', subject, after: { note: row.id } });
      return row;
    });
    return { ...added, text, author: { id: author.id, username: author.username } };
  });
}
