import type { AdjustmentTerms } from '@karat/contract/adjustments';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowRight, TriangleAlert, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiRefusal } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Diamonds } from '#ui/diamonds.tsx';
import { PlayerName } from '#ui/player-name.tsx';
import { SkeletonBlock, Skeleton } from '#ui/skeleton.tsx';
import { useAdminText } from './words/admin-text.ts';

type TermsProps = { query: UseQueryResult<AdjustmentTerms>; amount: number };

/** The resulting balance, and whether a second person has to approve. */
export function Terms({ query: { data, error, isPending }, amount }: TermsProps) {
  const t = useText();
  const { adjust } = useAdminText();
  if (data !== undefined) return <TermsView terms={data} amount={amount} />;
  if (isPending)
    return (
      <Skeleton>
        <SkeletonBlock className="mb-3 h-16 w-full" />
      </Skeleton>
    );
  return <Note isBad>{error instanceof ApiRefusal ? textOfRefusal(t, error) : adjust.termsFailed}</Note>;
}

function TermsView({
  terms: { username, isSandbox, balance, approvalAbove, given, taken },
  amount,
}: {
  terms: AdjustmentTerms;
  amount: number;
}) {
  const { adjust, adjustments } = useAdminText();
  const after = balance + amount;
  const before = amount > 0 ? given : taken;
  const isLarge = Math.abs(amount) + before > approvalAbove;
  return (
    <>
      <dl className="mb-3 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-x-3 rounded-md border border-line px-3 py-2.5 tabular-nums">
        <div className="min-w-0">
          <dt className="flex gap-1 text-xs text-fg-3">
            {adjustments.balance} <PlayerName username={username} isSandbox={isSandbox} isPlain className="text-fg-2" />
          </dt>
          <dd className="font-semibold">
            <Diamonds amount={balance} />
          </dd>
        </div>
        <ArrowRight size={16} aria-hidden className="mb-1 text-fg-3" />
        <div className="min-w-0 text-right">
          <dt className="text-xs text-fg-3">{adjustments.after}</dt>
          <dd className={after < 0 ? 'font-semibold text-danger' : 'font-semibold'}>
            <Diamonds amount={after} />
          </dd>
        </div>
      </dl>
      {after < 0 ? (
        <Note isBad>{adjust.tooMuch(username, formatNumber(balance))}</Note>
      ) : (
        isLarge && (
          <Note>
            {before === 0
              ? adjust.needsSecond(formatNumber(approvalAbove))
              : adjust.needsSecondInAll(formatNumber(approvalAbove), formatNumber(before))}
          </Note>
        )
      )}
    </>
  );
}

function Note({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  const Icon = isBad ? TriangleAlert : Users;
  return (
    <p role="status" className="mb-3 flex gap-2.5 text-card text-pretty">
      <Icon size={18} aria-hidden className={isBad ? 'mt-px shrink-0 text-danger' : 'mt-px shrink-0 text-warn'} />
      {children}
    </p>
  );
}
