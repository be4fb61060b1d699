import { type Announcement, endAnnouncement } from '@karat/contract/switches';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { showToast } from '#ui/toast.ts';
import { refetchSwitches } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

/** Confirms the early end of an announcement, which requires a reason. */
export function EndModal({ announcement: { id }, onClose }: { announcement: Announcement; onClose: () => void }) {
  const t = useText();
  const { announcements: words, reason: reasonLabel } = useAdminText();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (reason: string) => call(endAnnouncement, { params: { id: String(id) }, body: { reason } }),
    onSuccess() {
      showToast('success', words.ended);
      void refetchSwitches(queryClient);
      onClose();
    },
  });
  return (
    <ReasonModal
      title={words.endTitle}
      text={words.endText}
      reasonLabel={reasonLabel}
      confirm={words.end}
      variant="danger"
      isPending={end.isPending}
      failure={end.isError ? errorText(t, end.error) : undefined}
      onConfirm={end.mutate}
      onClose={onClose}
    />
  );
}
