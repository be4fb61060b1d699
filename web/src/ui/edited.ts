import { useState } from 'react';
import { useAddress } from './address.ts';

/** `edit` in the address while something new is being made. */
export const NEW = 'new';

type Edited<Row> = { edit: string | null; row: Row | undefined; isOpen: boolean; turn: number };

/**
 * What the address says is being edited. The row is taken as it was when the editor opened: a list that is fetched again
 * meanwhile must not touch what staff have typed. Each opening has its own turn, for a form without traces of the last.
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
