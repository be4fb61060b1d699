import { useState } from 'react';
import { useAddress } from './address.ts';

/** The value of the URL parameter `edit` for a new row. */
export const NEW = 'new';

type Edited<Row> = { edit: string | null; row: Row | undefined; isOpen: boolean; turn: number };

/**
 * The row that the URL parameter `edit` names. It stays as it was when the editor opened, so that a list that is fetched again
 * does not overwrite what staff have typed. Each opening has its own number, to be used as the key of a fresh form.
 */
export function useEdited<Row extends { id: number }>(rows: readonly Row[] | undefined): Edited<Row> {
  const edit = useAddress().params.get('edit');
  const [edited, setEdited] = useState<Edited<Row>>({ edit: null, row: undefined, isOpen: false, turn: 0 });
  const row = rows?.find(({ id }) => String(id) === edit);
  if (edit !== edited.edit && (edit === null || edit === NEW || row)) {
    setEdited(edit === null ? { ...edited, edit, isOpen: false } : { edit, row, isOpen: true, turn: edited.turn + 1 });
  }
  return edited;
}
