import { type Announcement, endAnnouncement } from '@karat/contract/switches';
import { reasonBody } from '@karat/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { problemsOf } from './admin-draft.ts';
import { refetchSwitches } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Confirms the early end of an announcement, which requires a reason. */
export function EndModal({ announcement: { id }, onClose }: { announcement: Announcement; onClose: () => void }) {
  const t = useText();
  const { announcements: words, reason: reasonLabel } = useAdminText();
  const queryClient = useQueryClient();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const end = useMutation({
    mutationFn: () => call(endAnnouncement, { params: { id: String(id) }, body: { reason } }),
    onSuccess() {
      showToast('success', words.ended);
      void refetchSwitches(queryClient);
      onClose();
    },
  });
  const failure = end.isError ? errorText(t, end.error) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(reasonBody, { reason })['reason'];
    setProblem(found);
    if (found === undefined && !end.isPending) end.mutate();
  };
  return (
    <Modal isOpen isQuestion onClose={onClose} title={words.endTitle} text={words.endText}>
      <form noValidate autoComplete="off" onSubmit={submit} className="space-y-4">
        {failure !== undefined && <FormAlert>{failure}</FormAlert>}
        <Field label={reasonLabel} error={problem} value={reason} onChange={({ target }) => setReason(target.value)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button type="submit" variant="danger" isPending={end.isPending}>
            {words.end}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
