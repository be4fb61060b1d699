import { type Session, revokeSession } from '@karat/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isUnauthenticated } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { sessionsQuery } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

/** Confirms before another device is signed out. */
export function RevokeModal({ session, isOpen, onClose }: { session: Session; isOpen: boolean; onClose: () => void }) {
  const t = useText();
  const words = useProfileText();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(revokeSession, { params: { id: String(session.id) } }),
    onSuccess: () => {
      onClose();
      showToast('success', words.security.revoked);
    },
    onError: (error) => {
      if (!isUnauthenticated(error)) showToast('error', words.security.revokeFailed);
    },
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
  const device = session.device || words.security.unknownDevice;
  return (
    <Modal
      isQuestion
      isOpen={isOpen}
      onClose={onClose}
      title={words.security.revokeTitle(device)}
      text={words.security.revokeHint}
    >
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>{t.common.cancel}</Button>
        <Button variant="danger" isPending={revoke.isPending} onClick={() => revoke.mutate()}>
          {words.security.revoke}
        </Button>
      </div>
    </Modal>
  );
}
