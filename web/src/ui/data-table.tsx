// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import clsx from 'clsx';
import type { ReactNode } from 'react';

export type Column<Row> = { key: string; label: string; align?: 'right'; renderCell: (row: Row) => ReactNode };

type DataTableProps<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
};

/** A table; on a phone each row becomes a card. The roles are explicit because changing `display` removes the native ones. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table role="table" aria-label={label} className="w-full max-sm:block">
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row">
          {columns.map(({ key, label, align }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className={clsx(
                'h-10 px-4 text-xs font-semibold whitespace-nowrap text-fg-3',
                align === 'right' ? 'text-right' : 'text-left',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block max-sm:space-y-2">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="border-t border-line max-sm:block max-sm:rounded-md max-sm:border max-sm:p-3 sm:hover:bg-bg-2"
          >
            {columns.map(({ key, label, align, renderCell }) => (
              <td
                key={key}
                role="cell"
                className={clsx(
                  'h-12 px-4 max-sm:flex max-sm:h-auto max-sm:min-h-8 max-sm:items-center max-sm:px-0',
                  align === 'right' && 'text-right',
                )}
              >
                <span aria-hidden className="mr-auto hidden shrink-0 pr-3 text-xs text-fg-3 max-sm:inline">
                  {label}
                </span>
                {renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
