import type { StaffOffer } from '@karat/contract/trades';
import { type TradeState, isCancellable, isTradeOpen } from '@karat/rules/trades';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { useStaffAction } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

const canRetry = (state: TradeState): boolean =>
  state === 'FAILED' || (isTradeOpen(state) && state !== 'AWAITING_APPROVAL');

/** Whether staff have any action for an offer in this state. */
export function hasActions(state: TradeState): boolean {
  return canRetry(state) || isCancellable(state);
}

/** The actions of staff for an offer. */
export function OfferActions({ offer: { id, state } }: { offer: StaffOffer }) {
  const { trades: t } = useAdminText();
  const [isModalOpen, setModalOpen] = useState(false);
  const staffAction = useStaffAction();
  return (
    <div className="flex flex-wrap gap-2 @6xl:flex-nowrap @6xl:justify-end">
      {state === 'AWAITING_APPROVAL' && (
        <Button
          size="dense"
          variant="primary"
          aria-label={t.approveOf(id)}
          isPending={staffAction.doing === 'approve'}
          onClick={() => staffAction.perform({ does: 'approve', offerId: id }, t.approved(id))}
        >
          {t.approve}
        </Button>
      )}
      {canRetry(state) && (
        <Button
          size="dense"
          aria-label={t.retryOf(id)}
          isPending={staffAction.doing === 'retry'}
          onClick={() => staffAction.perform({ does: 'retry', offerId: id }, t.retried(id))}
        >
          {t.retry}
        </Button>
      )}
      {isCancellable(state) && (
        <Button size="dense" aria-label={t.cancelOf(id)} aria-haspopup="dialog" onClick={() => setModalOpen(true)}>
          {t.cancel}
        </Button>
      )}
      {isModalOpen && (
        <ReasonModal
          title={t.cancelOf(id)}
          text={t.cancelText}
          reasonLabel={t.reason}
          confirm={t.cancelConfirm}
          variant="danger"
          isPending={staffAction.doing === 'cancel'}
          onConfirm={(reason) =>
            staffAction.perform({ does: 'cancel', offerId: id, reason }, t.cancelled(id), () => setModalOpen(false))
          }
          onClose={() => setModalOpen(false)}
        />
      )}
    </div>
  );
}
