import { NOTE_LENGTH_MAX, type Note } from '@karat/contract/notes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '#core/staff.ts';
import { createTextKeys } from '#core/text-keys.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { PlayerName } from '#ui/player-name.tsx';
import { showError } from '#ui/show-error.ts';
import { TextField } from '#ui/text-field.tsx';
import { notesKey, notesQuery, sendNote } from './admin-queries.ts';
import { UserList, useListPage } from './admin-user-list.tsx';
import { useAdminText } from './words/admin-text.ts';

/** What staff wrote about a user, and a form for more. */
export function UserRemarks({ id }: { id: number }) {
  const { users } = useAdminText();
  const { page, toPage } = useListPage('notes');
  const query = useQuery(notesQuery(id, page));
  const mayWrite = useMay('notes');
  return (
    <>
      <UserList name="notes" title={users.notes} none={users.noNotes} query={query} toPage={toPage}>
        {(notes) => (
          <ul aria-label={users.notes} className="divide-y divide-line">
            {notes.map((note) => (
              <Remark key={note.id} note={note} />
            ))}
          </ul>
        )}
      </UserList>
      {mayWrite && <NoteForm id={id} />}
    </>
  );
}

function Remark({ note: { text, author, createdAt } }: { note: Note }) {
  return (
    <li className="px-4 py-3 text-card">
      <p className="text-pretty wrap-anywhere whitespace-pre-wrap">{text}</p>
      <p className="mt-1 text-xs text-fg-3">
        <PlayerName username={author.username} isSandbox={false} isPlain /> ·{' '}
        <time dateTime={createdAt}>{formatAdminTime(createdAt)}</time>
      </p>
    </li>
  );
}

/** The text stays until the server has it; sent again after a lost reply, it is stored once. */
function NoteForm({ id }: { id: number }) {
  const t = useText();
  const { users } = useAdminText();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [keys] = useState(createTextKeys);
  const adding = useMutation({
    mutationFn: (note: string) => sendNote(id, note, keys.keyOf(note)),
    onSuccess: () => {
      keys.clear();
      setText('');
      return queryClient.invalidateQueries({ queryKey: notesKey(id) });
    },
    onError: (error) => showError(t, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !adding.isPending) adding.mutate(text);
  };
  return (
    <form onSubmit={submit}>
      <TextField
        label={users.newNote}
        rows={3}
        maxLength={NOTE_LENGTH_MAX}
        value={text}
        readOnly={adding.isPending}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="mt-1.5 text-xs text-fg-3">{users.noteHint}</p>
      <Button type="submit" className="mt-2" isPending={adding.isPending} aria-disabled={text.trim() === ''}>
        {users.addNote}
      </Button>
    </form>
  );
}
