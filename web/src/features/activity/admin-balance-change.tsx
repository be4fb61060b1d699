import type { BalanceChange } from '@karat/contract/activity';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { Change } from './admin-change.tsx';
import { balanceChangeQuery, type Days } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Why the balance of a user changed on the chosen days. */
export function BalanceChangePanel({ id, days }: { id: number; days: Days }) {
  const words = useAdminText();
  const query = useQuery(balanceChangeQuery(id, days));
  return (
    <div role="group" aria-label={words.balanceChange} className="mb-3 surface px-4 py-3">
      <QueryView query={query} loading={<ChangeSkeleton />} errorTitle={words.failed}>
        {(change) => <Sums change={change} />}
      </QueryView>
    </div>
  );
}

function Sums({ change: { before, after, types, items } }: { change: BalanceChange }) {
  const t = useText();
  const words = useAdminText();
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="text-fg-2">{words.balanceChange}</span>
        <span className="text-h2 font-bold tabular-nums">
          <Change amount={after - before} />
        </span>
        <span className="text-xs text-fg-3 tabular-nums">
          {words.fromTo(formatNumber(before), formatNumber(after))}
        </span>
      </p>
      <dl className="mt-2 grid gap-x-8 gap-y-1 text-card @xl:grid-cols-2">
        {types.map(({ type, count, amount }) => (
          <div key={type} className="flex items-baseline justify-between gap-3">
            <dt className="text-fg-2">
              {t.ledger.kinds[type]} <span className="text-xs text-fg-3">× {formatNumber(count)}</span>
            </dt>
            <dd>
              <Change amount={amount} />
            </dd>
          </div>
        ))}
      </dl>
      {items.count > 0 && (
        <p className="mt-2 text-xs text-fg-3">{words.itemsWon(items.count, formatNumber(items.value))}</p>
      )}
    </>
  );
}

function ChangeSkeleton() {
  return (
    <Skeleton>
      <SkeletonBlock className="h-6 w-64 max-w-full" />
      <SkeletonBlock className="mt-2 h-5" />
      <SkeletonBlock className="mt-2 h-4 w-48" />
    </Skeleton>
  );
}
