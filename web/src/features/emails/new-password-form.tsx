import { zodResolver } from '@hookform/resolvers/zod';
import { setPasswordForm } from '@karat/contract/account-forms';
import { resetPassword } from '@karat/contract/emails';
import { pages } from '@karat/contract/pages';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { call } from '#core/api.ts';
import { openAuth } from '#core/modals.ts';
import { clearSession } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showError } from '#ui/show-error.ts';
import { showToast } from '#ui/toast.ts';
import { LinkInvalid } from './link-invalid.tsx';
import { isLinkInvalid } from './link-refusal.ts';
import { useEmailsText } from './words/emails-text.ts';

type Passwords = { newPassword: string; confirmPassword: string };

/** Sets a new password with the token of a link. Afterwards the player signs in with it. */
export function NewPasswordForm({ token }: { token: string }) {
  const { reset } = useEmailsText();
  const form = useForm<Passwords>({
    resolver: zodResolver(setPasswordForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const save = useReset(token);
  const submit = form.handleSubmit((values) => {
    if (!save.isPending) save.mutate(values);
  });
  if (save.isInvalid) return <LinkInvalid to={pages.resetPassword} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label={reset.newPassword}
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={reset.rule}
        {...form.register('newPassword')}
      />
      <Field
        label={reset.confirmPassword}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <Button type="submit" variant="primary" isPending={save.isPending}>
        {reset.save}
      </Button>
    </form>
  );
}

function useReset(token: string) {
  const t = useText();
  const { reset } = useEmailsText();
  const navigate = useNavigate();
  const save = useMutation({
    mutationFn: (passwords: Passwords) => call(resetPassword, { body: { token, ...passwords } }),
    onSuccess: async () => {
      clearSession();
      showToast('success', reset.done);
      await navigate(pages.home, { replace: true });
      openAuth('login');
    },
    onError: (error) => {
      if (!isLinkInvalid(error)) showError(t, error);
    },
  });
  return { ...save, isInvalid: isLinkInvalid(save.error) };
}
