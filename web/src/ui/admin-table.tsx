// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { quietLinkClass } from './link-class.ts';

type ClassOf<Row> = string | ((row: Row) => string);

export type AdminColumn<Row> = {
  key: string;
  label: string;
  isNumber?: boolean;
  /** Classes of the cell. They also place it in the block that a row becomes on narrow screens. */
  cellClass?: ClassOf<Row>;
  /** In a block, the label is not shown above the value. */
  isUnnamed?: boolean;
  renderCell: (row: Row) => ReactNode;
};

/** Below this width a row becomes a block. Written out, because Tailwind finds only whole class names. */
const layouts = {
  xl: {
    block: '@max-xl:block',
    head: '@max-xl:sr-only',
    row: '@max-xl:grid @max-xl:px-4 @max-xl:first:border-0',
    cell: '@max-xl:h-auto @max-xl:p-0!',
    name: '@max-xl:block',
  },
  '4xl': {
    block: '@max-4xl:block',
    head: '@max-4xl:sr-only',
    row: '@max-4xl:grid @max-4xl:px-4 @max-4xl:first:border-0',
    cell: '@max-4xl:h-auto @max-4xl:p-0!',
    name: '@max-4xl:block',
  },
  '5xl': {
    block: '@max-5xl:block',
    head: '@max-5xl:sr-only',
    row: '@max-5xl:grid @max-5xl:px-4 @max-5xl:first:border-0',
    cell: '@max-5xl:h-auto @max-5xl:p-0!',
    name: '@max-5xl:block',
  },
  '6xl': {
    block: '@max-6xl:block',
    head: '@max-6xl:sr-only',
    row: '@max-6xl:grid @max-6xl:px-4 @max-6xl:first:border-0',
    cell: '@max-6xl:h-auto @max-6xl:p-0!',
    name: '@max-6xl:block',
  },
} as const;

type AdminTableProps<Row> = {
  label: string;
  columns: readonly AdminColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** The container width from which rows are shown as table rows. */
  from: keyof typeof layouts;
  /** The grid of a block and the hover style of a row. */
  rowClass: ClassOf<Row>;
  /** Classes of every cell, such as its height. */
  cellClass?: string;
  /** In a block, each value has the label of its column above it. */
  isNamed?: boolean;
};

const classFor = <Row,>(classOf: ClassOf<Row> | undefined, row: Row): string | undefined =>
  typeof classOf === 'function' ? classOf(row) : classOf;

/** A table of the staff pages. The roles are explicit because changing `display` removes the native ones. */
export function AdminTable<Row>(props: AdminTableProps<Row>) {
  const { label, columns, rows, rowKey, from, rowClass, cellClass = 'h-12', isNamed = false } = props;
  const layout = layouts[from];
  return (
    <table role="table" aria-label={label} className={clsx('w-full text-card', layout.block)}>
      <thead role="rowgroup" className={layout.head}>
        <tr role="row">
          {columns.map(({ key, label: name, isNumber }) => (
            <HeadCell key={key} isNumber={isNumber}>
              {name}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={layout.block}>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className={clsx('border-t border-line', layout.row, classFor(rowClass, row))}
          >
            {columns.map(({ key, label: name, cellClass: ownClass, isUnnamed = false, renderCell }) => (
              <td
                key={key}
                role="cell"
                className={clsx(cellClass, 'px-2 first:pl-4 last:pr-4', layout.cell, classFor(ownClass, row))}
              >
                {isNamed && !isUnnamed && (
                  <span aria-hidden className={clsx('hidden text-2xs text-fg-3', layout.name)}>
                    {name}
                  </span>
                )}
                {renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The label of a column, right-aligned over numbers. */
function HeadCell({ isNumber = false, children }: { isNumber?: boolean | undefined; children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={clsx(
        'h-11 px-2 text-2xs font-semibold wrap-normal text-fg-3 first:pl-4 last:pr-4',
        isNumber ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}

/** A link that covers the whole row, so that a click anywhere follows it. */
export const rowLinkClass = `font-semibold after:absolute after:inset-0 ${quietLinkClass}`;
