import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAccount, useSession } from '#core/session.ts';
import { createPasskey, passkeyErrorText, passkeysQuery, usePasskeyText } from '#features/passkeys/passkeys.ts';
import { useText } from '#i18n/i18n.ts';
import { Field } from '#ui/field.tsx';
import { FormAlert } from '#ui/form-alert.tsx';
import { ModalButtons } from '#ui/modal-buttons.tsx';
import { Modal } from '#ui/modal.tsx';
import { showToast } from '#ui/toast.ts';

/** Adds a passkey of this device. */
export function AddPasskeyModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = usePasskeyText();
  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t.addTitle} text={t.addLead}>
      <AddForm onClose={onClose} />
    </Modal>
  );
}

function AddForm({ onClose }: { onClose: () => void }) {
  const all = useText();
  const t = usePasskeyText();
  const queryClient = useQueryClient();
  const username = useSession((session) => session.username);
  const needsPassword = useAccount(({ account }) => account?.hasPassword ?? true);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const add = useMutation({
    mutationFn: () => createPasskey({ name: name.trim(), ...(needsPassword && { password }) }),
    onSuccess: () => {
      onClose();
      showToast('success', t.added);
      void queryClient.invalidateQueries({ queryKey: ['second-factor'] });
      return queryClient.invalidateQueries(passkeysQuery);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(name.trim() === '');
    if (name.trim() !== '' && !add.isPending) add.mutate();
  };
  const error = add.error === null ? undefined : passkeyErrorText(all, t, add.error);
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Field
        label={t.name}
        autoComplete="off"
        maxLength={60}
        value={name}
        error={isMissing ? t.nameMissing : undefined}
        onChange={({ target }) => {
          setName(target.value);
          setMissing(false);
        }}
      />
      {/* Password managers need the username. */}
      {needsPassword && <input type="text" autoComplete="username" value={username} readOnly hidden />}
      {needsPassword && (
        <Field
          label={t.password}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {error !== undefined && <FormAlert>{error}</FormAlert>}
      <ModalButtons onCancel={onClose} isPending={add.isPending}>
        {t.add}
      </ModalButtons>
    </form>
  );
}
