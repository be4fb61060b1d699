import type { UserInfo } from '@karat/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useText } from '#i18n/i18n.ts';
import { ReasonModal } from '#ui/reason-modal.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { banUser, clearFlagOf, endSessions, releaseExclusionOf, removeFactorOf, unbanUser } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

export type UserAction = 'ban' | 'unban' | 'signOut' | 'removeFactor' | 'clearFlag' | 'releaseExclusion';

function useActionTexts() {
  const { users } = useAdminText();
  return {
    ban: { send: banUser, title: users.banTitle, text: users.banText, confirm: users.ban, done: users.banned },
    unban: {
      send: unbanUser,
      title: users.unbanTitle,
      text: users.unbanText,
      confirm: users.unban,
      done: users.unbanned,
    },
    signOut: {
      send: endSessions,
      title: users.signOutTitle,
      text: users.signOutText,
      confirm: users.signOut,
      done: users.signedOut,
    },
    removeFactor: {
      send: removeFactorOf,
      title: users.removeFactorTitle,
      text: users.removeFactorText,
      confirm: users.removeFactor,
      done: users.factorRemoved,
    },
    clearFlag: {
      send: clearFlagOf,
      title: users.clearFlagTitle,
      text: users.clearFlagText,
      confirm: users.clearFlag,
      done: users.flagCleared,
    },
    releaseExclusion: {
      send: releaseExclusionOf,
      title: users.releaseExclusionTitle,
      text: users.releaseExclusionText,
      confirm: users.releaseExclusion,
      done: users.exclusionReleased,
    },
  };
}

type UserActionModalProps = { action: UserAction; user: Pick<UserInfo, 'id' | 'username'>; onClose: () => void };

/** Confirms an action with a reason, which goes to the staff log. */
export function UserActionModal({ action, user, onClose }: UserActionModalProps) {
  const t = useText();
  const { users } = useAdminText();
  const { send, title, text, confirm, done } = useActionTexts()[action];
  const acting = useMutation({
    mutationFn: async (reason: string) => void (await send({ userId: user.id, reason })),
    onSuccess: () => {
      showToast('success', done(user.username));
      onClose();
    },
    onError: (error) => showError(t, error),
  });
  return (
    <ReasonModal
      title={title(user.username)}
      text={text}
      reasonLabel={users.reason}
      confirm={confirm}
      variant={action === 'unban' || action === 'clearFlag' ? 'primary' : 'danger'}
      isPending={acting.isPending}
      onConfirm={acting.mutate}
      onClose={onClose}
    />
  );
}
