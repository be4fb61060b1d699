import { type Session, revokeSession } from '@karat/contract/accounts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, isUnauthenticated } from '#core/api.ts';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';
import { sessionsQuery } from './queries.ts';
import { useProfileText } from './words/profile-text.ts';

/** Confirms before another device is signed out. */
export function RevokeModal({ session, isOpen, onClose }: { session: Session; isOpen: boolean; onClose: () => void }) {
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
      <ModalButtons onCancel={onClose} variant="danger" isPending={revoke.isPending} onConfirm={() => revoke.mutate()}>
        {words.security.revoke}
      </ModalButtons>
    </Modal>
  );
}
