import { type AdminCase, setCasePaused } from '@karat/contract/cases';
import { reasonBody } from '@karat/contract/text';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { invalidateCases } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Confirms that a case is paused or resumed, which requires a reason. */
export function AdminPauseModal({ caseInfo, onClose }: { caseInfo: AdminCase; onClose: () => void }) {
  const t = useText();
  const { cases: words } = useAdminText();
  const queryClient = useQueryClient();
  const { id, name, isPaused } = caseInfo;
  const form = useForm<{ reason: string }>({ resolver: zodResolver(reasonBody), defaultValues: { reason: '' } });
  const change = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      call(setCasePaused, { params: { id: String(id) }, body: { isPaused: !isPaused, reason } }),
    onSuccess() {
      showToast('success', isPaused ? words.resumed(name) : words.pausedNow(name));
      void invalidateCases(queryClient);
      onClose();
    },
  });
  const failure = change.isError ? errorText(t, change.error) : undefined;
  const submit = form.handleSubmit((body) => {
    if (!change.isPending) change.mutate(body);
  });
  return (
    <Modal
      isOpen
      isQuestion
      onClose={onClose}
      title={isPaused ? words.resumeCase(name) : words.pauseCase(name)}
      text={isPaused ? words.resumeText : words.pauseText}
    >
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-4">
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
        <Field label={words.reason} error={form.formState.errors.reason?.message} {...form.register('reason')} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant={isPaused ? 'primary' : 'danger'} isPending={change.isPending}>
            {isPaused ? words.resume : words.pause}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
