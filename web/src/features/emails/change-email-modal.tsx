import { zodResolver } from '@hookform/resolvers/zod';
import { emailChangeForm } from '@karat/contract/account-forms';
import { changeEmail } from '@karat/contract/emails';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiRefusal, call } from '#core/api.ts';
import { useAccount, useSteamSignIn } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Modal } from '#ui/modal.tsx';
import { showError } from '#ui/show-error.ts';
import { myEmailQuery } from './queries.ts';
import { useEmailsText } from './words/emails-text.ts';

type Change = { email: string; password?: string | undefined };

/** Asks for the new address, and for the password if the account has one. */
export function ChangeEmailModal({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { change } = useEmailsText();
  const hasPassword = useAccount(({ account }) => account?.hasPassword ?? true);
  const form = useForm<Change>({ resolver: zodResolver(emailChangeForm), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  const close = () => {
    form.reset();
    onClose();
  };
  const send = useChange(close, () => form.setError('password', { message: '' }, { shouldFocus: true }));
  const submit = form.handleSubmit(({ email, password }) => {
    if (!send.isPending) send.mutate(hasPassword ? { email, password } : { email });
  });
  return (
    <Modal isOpen={isOpen} onClose={close} title={change.title} text={change.text}>
      <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
        <Field
          label={change.newAddress}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...form.register('email')}
        />
        {hasPassword && (
          <Field
            label={change.password}
            type="password"
            autoComplete="current-password"
            error={errors.password?.message}
            {...form.register('password')}
          />
        )}
        <div className="flex flex-wrap gap-3 pt-1">
          <Button type="submit" variant="primary" isPending={send.isPending}>
            {change.send}
          </Button>
          {send.isStale && <SteamAgain />}
        </div>
      </form>
    </Modal>
  );
}

function useChange(onSent: () => void, onWrongPassword: () => void) {
  const t = useText();
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (body: Change) => call(changeEmail, { body }),
    onSuccess: onSent,
    onError: (error) => {
      showError(t, error);
      if (error instanceof ApiRefusal && error.code === 'wrong_password') onWrongPassword();
    },
    onSettled: () => queryClient.invalidateQueries(myEmailQuery),
  });
  return { ...send, isStale: send.error instanceof ApiRefusal && send.error.code === 'stale_sign_in' };
}

function SteamAgain() {
  const { change } = useEmailsText();
  const steam = useSteamSignIn();
  return (
    <Button isPending={steam.isPending} onClick={steam.start}>
      {change.signInAgain}
    </Button>
  );
}
