import { zodResolver } from '@hookform/resolvers/zod';
import { reasonBody } from '@karat/contract/text';
import { useForm } from 'react-hook-form';
import { Field } from './field.tsx';
import { FormAlert } from './form-alert.tsx';
import { ModalButtons } from './modal-buttons.tsx';
import { Modal } from './modal.tsx';

type ReasonModalProps = {
  title: string;
  text: string;
  reasonLabel: string;
  confirm: string;
  variant: 'danger' | 'primary';
  isPending: boolean;
  /** Why the last attempt failed, unless a toast says it. */
  failure?: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Confirms an action of staff, which requires a reason. */
export function ReasonModal(props: ReasonModalProps) {
  const { title, text, reasonLabel, confirm, variant, isPending, failure, onConfirm, onClose } = props;
  const form = useForm<{ reason: string }>({ resolver: zodResolver(reasonBody), defaultValues: { reason: '' } });
  const submit = form.handleSubmit(({ reason }) => {
    if (!isPending) onConfirm(reason);
  });
  return (
    <Modal isOpen isQuestion onClose={onClose} title={title} text={text}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-5">
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
        <Field label={reasonLabel} error={form.formState.errors.reason?.message} {...form.register('reason')} />
        <ModalButtons variant={variant} isPending={isPending} onCancel={onClose}>
          {confirm}
        </ModalButtons>
      </form>
    </Modal>
  );
}
