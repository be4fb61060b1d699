// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { HeadCell } from '#ui/head-cell.tsx';
import { quietLinkClass } from '#ui/link-class.ts';

export type LineColumn<Row> = {
  key: string;
  label: string;
  isNumber?: boolean;
  /** Where the cell stands in a block of two columns. */
  place: string;
  renderCell: (row: Row) => ReactNode;
};

type LineTableProps<Row> = {
  label: string;
  columns: readonly LineColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
};

/** Line by line, each cell placed by its column: DataTable stacks them under their names. Where it is narrow each is a small block; the roles are written out because changed display loses them. */
export function LineTable<Row>({ label, columns, rows, rowKey }: LineTableProps<Row>) {
  return (
    <table role="table" aria-label={label} className="w-full text-card @max-xl:block">
      <thead role="rowgroup" className="@max-xl:sr-only">
        <tr role="row">
          {columns.map(({ key, label: name, isNumber }) => (
            <HeadCell key={key} isNumber={isNumber}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="@max-xl:block">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="relative border-t border-line @max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-4 @max-xl:gap-y-1 @max-xl:px-4 @max-xl:py-3 @max-xl:first:border-0 @xl:hover:bg-bg-2"
          >
            {columns.map(({ key, isNumber, place, renderCell }) => (
              <td
                key={key}
                role="cell"
                className={clsx(
                  'h-12 px-2 first:pl-4 last:pr-4 @max-xl:h-auto @max-xl:p-0!',
                  isNumber && 'text-right whitespace-nowrap tabular-nums',
                  place,
                )}
              >
                {renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value with its name, where its column has no head. */
export function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center">
      <span aria-hidden className="mr-2 hidden text-xs font-normal text-fg-3 @max-xl:inline">
        {name}
      </span>
      {children}
    </span>
  );
}

// The link of a line covers all of it, so that a press anywhere leads there.
export const lineLinkClass = `font-semibold whitespace-nowrap after:absolute after:inset-0 ${quietLinkClass}`;
