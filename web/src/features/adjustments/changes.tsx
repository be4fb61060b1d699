import type { AdjustmentRequest, ChangedField } from '@karat/contract/adjustments';
import { ArrowRight } from 'lucide-react';
import { formatNumber } from '#i18n/format.ts';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

type Words = AdminCatalogue['adjustments'];

const isField = (words: Words, field: string): field is keyof Words['fields'] => field in words.fields;

/** Formats a value for staff: numbers grouped, switches as words. */
function shownOf(words: Words, field: string, value: string): string {
  if (field === 'isActive') return value === 'true' ? words.yes : words.no;
  return /^\d{1,15}$/.test(value) ? formatNumber(Number(value)) : value;
}

/** The changes of a request, one line per field: before and after. */
export function Changes({ request: { changes } }: { request: Pick<AdjustmentRequest, 'changes'> }) {
  const { adjustments: words } = useAdminText();
  return (
    <dl aria-label={words.changes} className="grid gap-x-3 gap-y-1 text-card sm:grid-cols-[auto_minmax(0,1fr)]">
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
    </dl>
  );
}

function Change({ change: { field, before, after } }: { change: ChangedField }) {
  const { adjustments: words } = useAdminText();
  return (
    <>
      <dt className="text-fg-3">{isField(words, field) ? words.fields[field] : field}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5 max-sm:mb-1">
        {before !== null && (
          <>
            <del className="wrap-anywhere text-fg-3 no-underline">{shownOf(words, field, before)}</del>
            <ArrowRight size={14} aria-hidden className="shrink-0 text-fg-3" />
          </>
        )}
        <ins className="font-semibold wrap-anywhere no-underline">{shownOf(words, field, after)}</ins>
      </dd>
    </>
  );
}
