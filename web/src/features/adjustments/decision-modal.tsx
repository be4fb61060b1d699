import { zodResolver } from '@hookform/resolvers/zod';
import { type AdjustmentRequest, adjustmentDecision } from '@karat/contract/adjustments';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useAccount } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { formatAdminTime } from '#ui/dates.ts';
import { Field } from '#ui/field.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { Changes } from './changes.tsx';
import { type DecisionAction, adjustmentQuery, useDecision } from './queries.ts';
import { useAdminText } from './words/admin-text.ts';

const decisionReasonSchema = z.pick(adjustmentDecision, { reason: true });

type DecisionModalProps = { request: AdjustmentRequest; decision: DecisionAction['decision']; onClose: () => void };

/** Confirms a decision. If another admin decides meanwhile, it shows who, and what. */
export function DecisionModal({ request, decision, onClose }: DecisionModalProps) {
  const { adjustments } = useAdminText();
  const words = useDecisionTexts(request)[decision];
  const { data: now } = useQuery(adjustmentQuery(request));
  const me = useAccount(({ account }) => account?.id);
  // The event of the own decision may arrive before its response.
  const isOpen = now !== null && (now.state === 'waiting' || now.decidedBy?.id === me);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={isOpen ? words.title : adjustments.decidedTitle}
      {...(isOpen && { text: words.text })}
    >
      {isOpen ? (
        <DecisionForm request={request} decision={decision} words={words} onClose={onClose} />
      ) : (
        <Outcome request={now} onClose={onClose} />
      )}
    </Modal>
  );
}

type DecisionFormProps = DecisionModalProps & { words: { confirm: string; done: string } };

/** A decision requires a reason. */
function DecisionForm({ request, decision, words, onClose }: DecisionFormProps) {
  const { adjustments } = useAdminText();
  const { isPending, decide } = useDecision({ decision, id: request.id }, { done: words.done, onDone: onClose });
  const form = useForm<z.output<typeof decisionReasonSchema>>({
    resolver: zodResolver(decisionReasonSchema),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit(({ reason }) => decide(reason));
  return (
    <form
      noValidate
      autoComplete="off"
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (decision === 'withdraw') decide('');
        else void submit(event);
      }}
    >
      {request.reason !== '' && (
        <p className="rounded-md bg-bg-2 px-3 py-2.5 text-fg-2">
          <bdi className="wrap-anywhere">{request.reason}</bdi>
        </p>
      )}
      {request.changes.length > 0 && (
        <div className="rounded-md bg-bg-2 px-3 py-2.5">
          <Changes request={request} />
        </div>
      )}
      {decision !== 'withdraw' && (
        <Field label={adjustments.reason} error={form.formState.errors.reason?.message} {...form.register('reason')} />
      )}
      <ModalButtons onCancel={onClose} variant={decision === 'approve' ? 'primary' : 'danger'} isPending={isPending}>
        {words.confirm}
      </ModalButtons>
    </form>
  );
}

/** The texts of each decision. */
function useDecisionTexts({ id, amount, user, subject }: AdjustmentRequest) {
  const { adjustments } = useAdminText();
  const size = formatNumber(Math.abs(amount));
  const approveText =
    user === null
      ? `${subject?.name ?? ''}: ${adjustments.approveKind}`
      : (amount > 0 ? adjustments.approveAdds : adjustments.approveTakes)(size, user.username);
  return {
    approve: {
      title: adjustments.approveTitle,
      text: approveText,
      confirm: adjustments.approveConfirm,
      done: adjustments.approved(id),
    },
    refuse: {
      title: adjustments.refuseTitle,
      text: adjustments.refuseText,
      confirm: adjustments.refuseConfirm,
      done: adjustments.refused(id),
    },
    withdraw: {
      title: adjustments.withdrawTitle,
      text: adjustments.withdrawText,
      confirm: adjustments.withdrawConfirm,
      done: adjustments.withdrawn(id),
    },
  };
}

function Outcome({ request, onClose }: { request: AdjustmentRequest | null; onClose: () => void }) {
  const t = useText();
  const { adjustments } = useAdminText();
  const { state, decidedBy, decidedAt, decisionReason = null } = request ?? {};
  const isDecided = state !== undefined && state !== 'waiting' && decidedBy && decidedAt;
  return (
    <div className="space-y-5">
      <p role="alert">
        {isDecided
          ? adjustments.decided[state](decidedBy.username, formatAdminTime(decidedAt))
          : adjustments.decidedElsewhere}
      </p>
      {decisionReason !== null && (
        <p className="rounded-md bg-bg-2 px-3 py-2.5 text-fg-2">
          <bdi className="wrap-anywhere">{decisionReason}</bdi>
        </p>
      )}
      <div className="flex justify-end">
        <Button onClick={onClose}>{t.common.close}</Button>
      </div>
    </div>
  );
}
