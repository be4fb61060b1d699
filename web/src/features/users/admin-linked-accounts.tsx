import type { LinkedAccount, LinkEvidence } from '@karat/contract/links';
import { useQuery } from '@tanstack/react-query';
import { AccountName } from '#ui/account-name.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { QueryView } from '#ui/query-view.tsx';
import { linkedAccountsQuery } from './admin-queries.ts';
import { ListSkeleton } from './admin-user-list.tsx';
import { StateMark } from './admin-user-marks.tsx';
import { useAdminText } from './words/admin-text.ts';

/** Accounts that may belong to the same person or work together, with the evidence. */
export function LinkedAccounts({ id }: { id: number }) {
  const { users } = useAdminText();
  const query = useQuery(linkedAccountsQuery(id));
  return (
    <section aria-labelledby="links" className="@container min-w-0">
      <h2 id="links" className="mb-3 scroll-mt-24 font-display text-h2 font-bold">
        {users.links}
      </h2>
      <QueryView query={query} loading={<ListSkeleton />} errorTitle={users.failed}>
        {(accounts) =>
          accounts.length === 0 ? (
            <p className="surface p-4 text-fg-2">{users.noLinks}</p>
          ) : (
            <ul aria-label={users.links} className="divide-y divide-line overflow-hidden surface">
              {accounts.map((account) => (
                <Linked key={account.id} account={account} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function Linked({ account }: { account: LinkedAccount }) {
  return (
    <li className="grid gap-x-4 gap-y-1 px-4 py-3 text-card @xl:grid-cols-[14rem_minmax(0,1fr)]">
      <span className="flex min-w-0 flex-wrap items-center gap-2 self-start">
        <AccountName player={account} />
        {account.state !== 'active' && <StateMark state={account.state} />}
      </span>
      <ul className="grid gap-1">
        {account.evidence.map((evidence) => (
          <Evidence key={evidence.kind} evidence={evidence} />
        ))}
      </ul>
    </li>
  );
}

function Evidence({ evidence: { kind, count, amount, lastAt } }: { evidence: LinkEvidence }) {
  const { users } = useAdminText();
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 text-fg-2">
      <span>{users.evidence[kind](count)}</span>
      {amount !== null && <Diamonds amount={amount} />}
      <span className="text-xs text-fg-3">{users.lastAt(formatAdminTime(lastAt))}</span>
    </li>
  );
}
