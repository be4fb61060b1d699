import type { Reply } from '@karat/contract/endpoint';
import type { getAllTradeOffers } from '@karat/contract/trades';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { PlayerLink } from './admin-offers-table.tsx';
import { useStaffAction } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

type Account = Reply<typeof getAllTradeOffers>['flagged'][number];

/** Accounts flagged after a reversed trade, with a button to clear the flag. */
export function FlaggedAccounts({ accounts }: { accounts: readonly Account[] }) {
  const { trades: t } = useAdminText();
  const [picked, setPicked] = useState<Account>();
  const staffAction = useStaffAction();
  return (
    <section aria-labelledby="flagged-title" className="mb-8">
      <h2 id="flagged-title" className="font-display text-h2 font-bold">
        {t.flagged}
      </h2>
      <p className="mt-1 mb-3 max-w-2xl text-card text-pretty text-fg-2">{t.flaggedHint}</p>
      <ul className="surface divide-y divide-line border-danger/40">
        {accounts.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 text-card">
            <PlayerLink player={account} />
            <span className="mr-auto text-xs text-fg-3">
              {t.flaggedAt} <time dateTime={account.flaggedAt}>{formatAdminTime(account.flaggedAt)}</time>
            </span>
            <Button
              size="dense"
              aria-label={t.clearOf(account.username)}
              aria-haspopup="dialog"
              onClick={() => setPicked(account)}
            >
              {t.clear}
            </Button>
          </li>
        ))}
      </ul>
      {picked && (
        <ReasonModal
          key={picked.id}
          title={t.clearOf(picked.username)}
          text={t.clearText}
          reasonLabel={t.reason}
          confirm={t.clearConfirm}
          variant="primary"
          isPending={staffAction.doing !== undefined}
          onConfirm={(reason) =>
            staffAction.perform({ does: 'clear', userId: picked.id, reason }, t.cleared(picked.username), () =>
              setPicked(undefined),
            )
          }
          onClose={() => setPicked(undefined)}
        />
      )}
    </section>
  );
}
