import { zodResolver } from '@hookform/resolvers/zod';
import { reasonBody } from '@karat/contract/text';
import { useForm } from 'react-hook-form';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { useAdminText } from './words/admin-text.ts';

type ReasonModalProps = {
  title: string;
  text: string;
  confirm: string;
  variant: 'danger' | 'primary';
  isPending: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Confirms an action, which requires a reason. */
export function ReasonModal(props: ReasonModalProps) {
  const { title, text, confirm, variant, isPending, onConfirm, onClose } = props;
  const t = useText();
  const { trades } = useAdminText();
  const form = useForm<{ reason: string }>({
    resolver: zodResolver(reasonBody),
    defaultValues: { reason: '' },
  });
  const submit = form.handleSubmit(({ reason }) => {
    if (!isPending) onConfirm(reason);
  });
  return (
    <Modal isOpen onClose={onClose} title={title} text={text}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label={trades.reason} error={form.formState.errors.reason?.message} {...form.register('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant={variant} isPending={isPending}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
