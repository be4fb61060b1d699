import { deleteAccount } from '@karat/contract/safer-play';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiRefusal, call } from '#core/api.ts';
import { clearSession, useAccount, useSession, useSteamSignIn } from '#core/session.ts';
import { formatNumber } from '#i18n/format.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { errorText } from '#ui/error-text.ts';
import { showTopToast } from '#ui/toast.ts';
import { MarkedList } from './rules-list.tsx';
import { useFocusInvalid } from './use-focus-invalid.ts';
import { useSaferPlayText } from './words/safer-play-text.ts';

type DeleteModalProps = { isOpen: boolean; onClose: () => void };

/** Lists what is deleted and what stays stored, and requires name and password. */
export function DeleteModal({ isOpen, onClose }: DeleteModalProps) {
  const { data: t } = useSaferPlayText();
  const balance = useSession((session) => session.balance);
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.confirmTitle} text={t.confirmText}>
      <div className="mb-5 grid gap-4 rounded-md bg-bg-2 p-4 sm:grid-cols-2">
        <MarkedList
          title={t.lost}
          lines={[t.lostBalance(formatNumber(balance)), ...Object.values(t.lostList)]}
          mark="no"
        />
        <MarkedList title={t.stays} lines={Object.values(t.staysList)} mark="yes" />
      </div>
      <DeleteForm onClose={onClose} />
    </Modal>
  );
}

type FieldErrors = { readonly username?: string; readonly password?: string };

function DeleteForm({ onClose }: Pick<DeleteModalProps, 'onClose'>) {
  const { data: t } = useSaferPlayText();
  const ownName = useSession((session) => session.username);
  const hasPassword = useAccount(({ account }) => account?.hasPassword ?? true);
  const [typed, setTyped] = useState({ username: '', password: '' });
  const [invalid, setInvalid] = useState<FieldErrors>({});
  const form = useFocusInvalid(invalid);
  const remove = useDeleteAccount(() => setInvalid({ password: '' }));
  // The last error does not apply to the new input.
  const setErrors = (found: FieldErrors) => {
    setInvalid(found);
    if (remove.isError) remove.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    const found: FieldErrors = {
      ...(typed.username.trim() !== ownName && { username: t.wrongName }),
      ...(hasPassword && typed.password === '' && { password: t.passwordMissing }),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) remove.mutate(hasPassword ? typed : { username: typed.username });
  };
  const write = (name: keyof typeof typed) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setErrors({});
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-4">
      <Field
        label={t.username(ownName)}
        autoComplete="off"
        autoCapitalize="none"
        maxLength={64}
        value={typed.username}
        error={invalid.username}
        onChange={({ target }) => write('username')(target.value)}
      />
      {hasPassword ? (
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={typed.password}
          error={invalid.password}
          onChange={({ target }) => write('password')(target.value)}
        />
      ) : (
        <p className="text-xs text-pretty text-fg-3">{t.noPassword}</p>
      )}
      <DeletionError error={remove.error} />
      <ModalButtons className="pt-1" onCancel={onClose} variant="danger" isPending={remove.isPending}>
        {t.confirmDo}
      </ModalButtons>
    </form>
  );
}

function useDeleteAccount(onWrongPassword: () => void) {
  const { data: t } = useSaferPlayText();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (form: { username: string; password?: string }) => call(deleteAccount, { body: form }),
    onSuccess: async () => {
      await navigate('/');
      clearSession();
      showTopToast('success', t.done);
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 'wrong_password') onWrongPassword();
    },
  });
}

/** Explains why the deletion failed: open games, a wrong password, or an old sign-in. */
function DeletionError({ error }: { error: Error | null }) {
  const all = useText();
  const { data: t } = useSaferPlayText();
  const steam = useSteamSignIn();
  const reason = error === null ? undefined : errorText(all, error);
  if (reason === undefined) return null;
  return (
    <>
      <FormAlert>{reason}</FormAlert>
      {error instanceof ApiRefusal && error.code === 'stale_sign_in' && (
        <Button isPending={steam.isPending} onClick={steam.start}>
          {t.signInAgain}
        </Button>
      )}
    </>
  );
}
