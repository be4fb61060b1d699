import { zodResolver } from '@hookform/resolvers/zod';
import { credentials, login } from '@karat/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiRefusal, call } from '#app/api.ts';
import { setFlag } from '#app/modals.ts';
import { signedIn } from '#app/session.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showTopToast } from '#ui/toast.tsx';

export function LoginForm() {
  const t = useText();
  const form = useForm({ resolver: zodResolver(credentials), defaultValues: { username: '', password: '' } });
  const { errors } = form.formState;
  const enter = useMutation({
    mutationFn: (body: { username: string; password: string }) => call(login, { body }),
    onSuccess: (reply) => {
      setFlag('isAuthOpen', false);
      showTopToast('success', t.toasts.loginDone);
      return signedIn(reply);
    },
    onError: (error) => {
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showTopToast('error', hasReason ? textOfRefusal(t, error) : t.toasts.loginFailed);
      // Which of the two was wrong is nobody's business: both are marked until they are edited.
      if (!hasReason || error.code !== 'wrong_credentials') return;
      form.setError('username', { message: '' });
      form.setError('password', { message: '' });
    },
  });
  const submit = form.handleSubmit((values) => {
    if (!enter.isPending) enter.mutate(values);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label={t.auth.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <Field
        label={t.auth.password}
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" variant="primary" size="main" className="w-full" isPending={enter.isPending}>
        {enter.isPending ? t.auth.loggingIn : t.auth.login}
      </Button>
    </form>
  );
}
