import type { ReactNode } from 'react';
import { type AdminColumn, AdminTable, rowLinkClass } from '#ui/admin-table.tsx';

type UserRowsProps<Row> = {
  label: string;
  columns: readonly AdminColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
};

/** The bets or transactions of a user. */
export function UserRows<Row>(props: UserRowsProps<Row>) {
  return (
    <AdminTable
      {...props}
      from="xl"
      rowClass="relative @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-4 @max-xl:gap-y-1 @max-xl:py-3 @xl:hover:bg-bg-2"
    />
  );
}

/** A value with its label, where its column has no header. */
export function LabelledValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center">
      <span aria-hidden className="mr-2 hidden text-xs font-normal text-fg-3 @max-xl:inline">
        {name}
      </span>
      {children}
    </span>
  );
}

export const rowsLinkClass = `whitespace-nowrap ${rowLinkClass}`;
export const numberClass = 'text-right whitespace-nowrap tabular-nums';
