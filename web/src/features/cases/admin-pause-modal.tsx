import { type AdminCase, setCasePaused } from '@karat/contract/cases';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { showToast } from '#ui/toast.ts';
import { invalidateCases } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Confirms that a case is paused or resumed, which requires a reason. */
export function AdminPauseModal({ caseInfo, onClose }: { caseInfo: AdminCase; onClose: () => void }) {
  const t = useText();
  const { cases: words } = useAdminText();
  const queryClient = useQueryClient();
  const { id, name, isPaused } = caseInfo;
  const change = useMutation({
    mutationFn: (reason: string) =>
      call(setCasePaused, { params: { id: String(id) }, body: { isPaused: !isPaused, reason } }),
    onSuccess() {
      showToast('success', isPaused ? words.resumed(name) : words.pausedNow(name));
      void invalidateCases(queryClient);
      onClose();
    },
  });
  return (
    <ReasonModal
      title={isPaused ? words.resumeCase(name) : words.pauseCase(name)}
      text={isPaused ? words.resumeText : words.pauseText}
      reasonLabel={words.reason}
      confirm={isPaused ? words.resume : words.pause}
      variant={isPaused ? 'primary' : 'danger'}
      isPending={change.isPending}
      failure={change.isError ? errorText(t, change.error) : undefined}
      onConfirm={change.mutate}
      onClose={onClose}
    />
  );
}
