import type { UserTotals as Totals } from '@karat/contract/users';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { Skeleton, SkeletonBlock } from '#ui/skeleton.tsx';
import { userTotalsQuery } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const NAMES = ['deposited', 'withdrawn', 'wagered', 'won', 'net', 'held'] as const satisfies readonly (keyof Totals)[];

const gridClass = 'grid grid-cols-2 gap-px overflow-hidden surface bg-line @xl:grid-cols-3';
const cellClass = 'min-h-16 bg-bg-1 px-4 py-3';

/** What a user has deposited, withdrawn, wagered and won in all time, and what is on hold now. */
export function UserTotals({ id }: { id: number }) {
  const { users } = useAdminText();
  const query = useQuery(userTotalsQuery(id));
  return (
    <section aria-labelledby="totals" className="@container min-w-0">
      <h2 id="totals" className="mb-3 scroll-mt-24 font-display text-h2 font-bold">
        {users.totals}
      </h2>
      <QueryView query={query} loading={<TotalsSkeleton />} errorTitle={users.failed}>
        {(totals) => (
          <dl className={gridClass}>
            {NAMES.map((name) => (
              <div key={name} className={cellClass}>
                <dt className="text-xs text-fg-3">{users.totalNames[name]}</dt>
                <dd className="mt-0.5">
                  {name === 'net' ? <Net amount={totals.net} /> : <Diamonds amount={totals[name]} />}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </QueryView>
    </section>
  );
}

function Net({ amount }: { amount: number }) {
  return (
    <span className={clsx('font-semibold tabular-nums', amount < 0 && 'text-danger', amount > 0 && 'text-success')}>
      {amount === 0 ? formatNumber(0) : formatAmount(amount)}
    </span>
  );
}

function TotalsSkeleton() {
  return (
    <Skeleton>
      <div className={gridClass}>
        {NAMES.map((name) => (
          <div key={name} className={cellClass}>
            <SkeletonBlock className="h-4 w-24" />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}
