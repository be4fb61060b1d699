import { zodResolver } from '@hookform/resolvers/zod';
import { type UserInfo, userActionBody } from '@karat/contract/users';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { errorText } from '#ui/error-text.ts';
import { showToast } from '#ui/toast.ts';
import { banUser, clearFlagOf, endSessions, releaseExclusionOf, unbanUser } from './admin-queries.ts';
import { useAdminText } from './words/admin-text.ts';

export type UserAction = 'ban' | 'unban' | 'signOut' | 'clearFlag' | 'releaseExclusion';

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
  const form = useForm<{ userId: number; reason: string }>({
    resolver: zodResolver(userActionBody),
    defaultValues: { userId: user.id, reason: '' },
  });
  const acting = useMutation({
    mutationFn: async (body: { userId: number; reason: string }) => void (await send(body)),
    onSuccess: () => {
      showToast('success', done(user.username));
      onClose();
    },
    onError: (error) => {
      const reason = errorText(t, error);
      if (reason !== undefined) showToast('error', reason);
    },
  });
  const submit = form.handleSubmit((body) => {
    if (!acting.isPending) acting.mutate(body);
  });
  return (
    <Modal isOpen onClose={onClose} title={title(user.username)} text={text}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="space-y-5">
        <Field label={users.reason} error={form.formState.errors.reason?.message} {...form.register('reason')} />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            variant={action === 'unban' || action === 'clearFlag' ? 'primary' : 'danger'}
            isPending={acting.isPending}
          >
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
