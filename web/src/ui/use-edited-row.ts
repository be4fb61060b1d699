import { useState } from 'react';
import { useUrlParams } from './url-params.ts';

/** The value of the URL parameter `edit` for a new row. */
export const NEW_ROW = 'new';

type EditedRow<Row> = { edit: string | null; row: Row | undefined; isOpen: boolean; formKey: number };

/**
 * The row that the URL parameter `edit` names. It stays as it was when the editor opened, so that a list that is fetched again
 * does not overwrite what staff have entered. Each opening has its own number, to be used as the key of a fresh form.
 */
export function useEditedRow<Row extends { id: number }>(rows: readonly Row[] | undefined): EditedRow<Row> {
  const edit = useUrlParams().params.get('edit');
  const [edited, setEdited] = useState<EditedRow<Row>>({ edit: null, row: undefined, isOpen: false, formKey: 0 });
  const row = rows?.find(({ id }) => String(id) === edit);
  if (edit !== edited.edit && (edit === null || edit === NEW_ROW || row)) {
    setEdited(
      edit === null ? { ...edited, edit, isOpen: false } : { edit, row, isOpen: true, formKey: edited.formKey + 1 },
    );
  }
  return edited;
}
