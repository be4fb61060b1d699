import { adjustBalance, type balanceAdjustment } from '@karat/contract/adjustments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { termsQuery } from './queries.ts';
import { Terms } from './terms.tsx';
import type { AdminCatalogue } from './words/admin-mixed.ts';
import { useAdminText } from './words/admin-text.ts';

export type Adjustment = z.output<typeof balanceAdjustment>;
/** A reviewed adjustment with its own key: confirmed again after a lost response, it pays once. */
export type Reviewed = { adjustment: Adjustment; idempotencyKey: string };
/** The player, if the page is about one. */
export type User = { readonly id: number; readonly username: string; readonly isSandbox: boolean };

type PlannedChange = { amount: number; userId: number; user: User | undefined };

/** The planned change in a sentence. */
function sentenceOf({ adjust, adjustments }: AdminCatalogue, { amount, userId, user }: PlannedChange): string {
  const size = formatNumber(Math.abs(amount));
  if (user === undefined) return (amount > 0 ? adjust.adds : adjust.takes)(size, userId);
  return (amount > 0 ? adjustments.addsTo : adjustments.takesFrom)(size, user.username);
}

type ConfirmModalProps = {
  reviewed: Reviewed;
  user: User | undefined;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** Shows the result of a change and makes it. An impossible change cannot be confirmed. */
export function ConfirmModal({ reviewed, user, isOpen, onClose, onDone }: ConfirmModalProps) {
  const words = useAdminText();
  const { userId, amount, reason } = reviewed.adjustment;
  const terms = useQuery({ ...termsQuery(userId), enabled: isOpen });
  const adjust = useAdjust(user, onDone);
  const isImpossible = terms.data === undefined ? terms.error instanceof ApiRefusal : terms.data.balance + amount < 0;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={words.adjust.confirmTitle}
      text={sentenceOf(words, { amount, userId, user })}
    >
      <Terms query={terms} amount={amount} />
      <p className="mb-5 rounded-md bg-bg-2 px-3 py-2.5 wrap-anywhere text-fg-2">{reason}</p>
      <ModalButtons
        onCancel={onClose}
        variant={amount > 0 ? 'primary' : 'danger'}
        isPending={adjust.isPending}
        disabled={terms.isPending || isImpossible}
        onConfirm={() => adjust.mutate(reviewed)}
      >
        {words.adjust.confirm}
      </ModalButtons>
    </Modal>
  );
}

function useAdjust(user: User | undefined, onDone: () => void) {
  const t = useText();
  const words = useAdminText();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ adjustment, idempotencyKey }: Reviewed) =>
      call(adjustBalance, { body: adjustment }, { idempotencyKey }),
    onSuccess: ({ data }) => {
      const balance = formatNumber(data.balance);
      if (data.state === 'waiting') showToast('info', words.adjustments.waits);
      else if (user === undefined) showToast('success', words.adjust.done(data.userId, balance));
      else showToast('success', words.adjustments.doneFor(user.username, balance));
      void queryClient.invalidateQueries({ queryKey: ['admin'] });
      onDone();
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', hasReason ? textOfRefusal(t, error) : words.adjust.failed);
    },
  });
}
