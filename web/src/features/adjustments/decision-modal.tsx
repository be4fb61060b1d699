import { zodResolver } from '@hookform/resolvers/zod';
import { type AdjustmentRequest, adjustmentDecision } from '@karat/contract/adjustments';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { useDeskText } from '#i18n/desk/desk-text.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { formatAmount } from '#ui/format.ts';
import { Modal } from '#ui/modal.tsx';
import { type Act, useDecision } from './queries.ts';

const why = z.pick(adjustmentDecision, { reason: true });

type DecisionModalProps = { request: AdjustmentRequest; does: Act['does']; onClose: () => void };

/** Asks before a balance moves, or does not: nobody decides without a reason. */
export function DecisionModal({ request, does, onClose }: DecisionModalProps) {
  const t = useText();
  const { adjustments } = useDeskText();
  const { id, amount, user } = request;
  const words = {
    approve: {
      title: adjustments.approveTitle,
      text: adjustments.approveText(formatAmount(amount), user.username),
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
  }[does];
  const { isPending, decide } = useDecision({ does, id }, { done: words.done, onDone: onClose });
  const form = useForm<z.output<typeof why>>({ resolver: zodResolver(why), defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => decide(reason));
  return (
    <Modal isOpen onClose={onClose} title={words.title} text={words.text}>
      <form
        noValidate
        autoComplete="off"
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (does === 'withdraw') decide('');
          else void submit(event);
        }}
      >
        <p className="rounded-md bg-bg-2 px-3 py-2.5 text-fg-2">
          <bdi className="wrap-anywhere">{request.reason}</bdi>
        </p>
        {does !== 'withdraw' && (
          <Field
            label={adjustments.reason}
            error={form.formState.errors.reason?.message}
            {...form.register('reason')}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant={does === 'approve' ? 'primary' : 'danger'} isPending={isPending}>
            {words.confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
