import type { AdjustmentRequest, AdjustmentState } from '@karat/contract/adjustments';
import type { ComponentProps, ReactNode } from 'react';
import { useAccount } from '#core/session.ts';
import { formatAmount, formatNumber } from '#i18n/format.ts';
import { AccountName } from '#ui/account-name.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { DiamondGlyph } from '#ui/diamonds.tsx';
import { Changes } from './changes.tsx';
import type { DecisionAction } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const tones = {
  waiting: 'warn',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
} as const satisfies Record<AdjustmentState, ComponentProps<typeof Badge>['tone']>;

type RequestCardProps = { request: AdjustmentRequest; onDecide: (decision: DecisionAction['decision']) => void };

/** One request: amount, subject, requester, reason and decision. */
export function RequestCard({ request, onDecide }: RequestCardProps) {
  const { adjustments: t } = useAdminText();
  const { id, state, user, amount, askedBy, decidedBy, decidedAt, decisionReason } = request;
  const isWaiting = state === 'waiting';
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 @2xl:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="flex items-center gap-1.5 font-display text-h2 font-bold tabular-nums">
            <DiamondGlyph size={18} className="text-primary" />
            {user === null ? <span title={t.upToHint}>{t.upTo(formatNumber(amount))}</span> : formatAmount(amount)}
          </span>
          {user === null ? <Subject request={request} /> : <AccountName player={user} />}
          <Badge tone={tones[state]}>{t.states[state]}</Badge>
          <span className="text-xs text-fg-3 tabular-nums">#{id}</span>
        </p>
        {request.changes.length > 0 && (
          <div className="mt-2">
            <Changes request={request} />
          </div>
        )}
        <dl className="mt-2 grid gap-1 text-card text-fg-2 [&_dd]:inline [&_dt]:inline [&_dt]:text-fg-3">
          {isWaiting && user !== null && (
            <Detail label={t.balance}>
              <span className="tabular-nums">{formatNumber(user.balance)}</span>
              {user.balance + amount >= 0 ? (
                <span className="tabular-nums">
                  {' '}
                  → {t.after} {formatNumber(user.balance + amount)}
                </span>
              ) : (
                <span className="block text-danger">{t.short}</span>
              )}
            </Detail>
          )}
          <Detail label={t.askedBy}>
            <AccountName player={askedBy} /> ·{' '}
            <time dateTime={request.createdAt}>{formatAdminTime(request.createdAt)}</time>
          </Detail>
          {request.reason !== '' && (
            <Detail label={t.reason}>
              <bdi className="wrap-anywhere">{request.reason}</bdi>
            </Detail>
          )}
          {decidedBy !== null && decidedAt !== null && (
            <Detail label={t.decidedBy}>
              <AccountName player={decidedBy} /> · <time dateTime={decidedAt}>{formatAdminTime(decidedAt)}</time>
            </Detail>
          )}
          {decisionReason !== null && (
            <Detail label={t.decision}>
              <bdi className="wrap-anywhere">{decisionReason}</bdi>
            </Detail>
          )}
        </dl>
      </div>
      {isWaiting && <Actions request={request} onDecide={onDecide} />}
    </li>
  );
}

/** The mission or item, and what kind of change it is. */
function Subject({ request: { kind, subject } }: { request: AdjustmentRequest }) {
  const { adjustments: t } = useAdminText();
  return (
    <>
      <Badge tone="neutral">{kind === 'mission' && subject?.id === null ? t.newMission : t.kinds[kind]}</Badge>
      <bdi className="font-semibold wrap-anywhere">{subject?.name}</bdi>
    </>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}: </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The requester can withdraw the request, the affected player can do nothing, and other admins decide. */
function Actions({ request, onDecide }: RequestCardProps) {
  const { adjustments: t } = useAdminText();
  const me = useAccount(({ account }) => account?.id);
  const { id, user, askedBy } = request;
  if (askedBy.id === me) {
    return (
      <div className="flex flex-wrap items-center gap-3 @2xl:max-w-56 @2xl:flex-col @2xl:items-end">
        <Button size="dense" aria-haspopup="dialog" aria-label={t.withdrawOf(id)} onClick={() => onDecide('withdraw')}>
          {t.withdraw}
        </Button>
        <p className="text-xs text-fg-3 @2xl:text-right">{t.ownRequest}</p>
      </div>
    );
  }
  if (user?.id === me) return <p className="text-xs text-fg-3 @2xl:max-w-56 @2xl:text-right">{t.ownBalance}</p>;
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Button size="dense" aria-haspopup="dialog" aria-label={t.refuseOf(id)} onClick={() => onDecide('refuse')}>
        {t.refuse}
      </Button>
      <Button
        size="dense"
        variant="primary"
        aria-haspopup="dialog"
        aria-label={t.approveOf(id)}
        onClick={() => onDecide('approve')}
      >
        {t.approve}
      </Button>
    </div>
  );
}
