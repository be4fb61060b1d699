// oxlint-disable jsx-a11y/no-redundant-roles jsx-a11y/prefer-tag-over-role jsx-a11y/no-interactive-element-to-noninteractive-role
import clsx from 'clsx';

/** The name of a column of the staff's tables, over figures at their right edge. */
export function HeadCell({ isNumber = false, children }: { isNumber?: boolean | undefined; children: string }) {
  return (
    <th
      role="columnheader"
      scope="col"
      className={clsx(
        'h-11 px-2 text-2xs font-semibold text-fg-3 first:pl-4 last:pr-4',
        isNumber ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  );
}
