import { zodResolver } from '@hookform/resolvers/zod';
import { PASSWORDS_DIFFER_MESSAGE, signUpForm } from '@karat/contract/account-forms';
import { signup } from '@karat/contract/accounts';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiRefusal, NetworkFailure, call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { Field } from '#ui/field.tsx';
import { showTopToast } from '#ui/toast.ts';
import { AccountForm, PasswordField, UsernameField, useSignInRequest } from './account-form.tsx';
import type { SignInCatalogue } from './words/mixed.ts';
import { useSignInText } from './words/sign-in-text.ts';

/** Shorter passwords are allowed with a warning. */
const PASSWORD_LENGTH_SAFE = 8;

const confirmedAccount = z.extend(signUpForm, { confirmPassword: z.string() }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    error: PASSWORDS_DIFFER_MESSAGE,
    path: ['confirmPassword'],
  }),
);
type ConfirmedAccount = z.output<typeof confirmedAccount>;

export function SignupForm() {
  const t = useText();
  const words = useSignInText();
  const form = useForm<ConfirmedAccount>({
    resolver: zodResolver(confirmedAccount),
    defaultValues: { email: '', username: '', password: '', confirmPassword: '' },
  });
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  const isWeak = password.length > 0 && password.length < PASSWORD_LENGTH_SAFE;
  const enter = useSignup(form, t);
  const submit = form.handleSubmit(({ email, username, password }) => {
    if (!enter.isPending) enter.mutate({ email, username, password });
  });
  return (
    <AccountForm
      onSubmit={submit}
      action={enter.isPending ? words.signingUp : t.auth.signup}
      isPending={enter.isPending}
    >
      <Field
        label={words.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <UsernameField error={errors.username?.message} {...form.register('username')} />
      <PasswordField
        autoComplete="new-password"
        error={errors.password?.message}
        hint={isWeak ? words.weakPassword : words.passwordRule}
        {...form.register('password')}
      />
      <Field
        label={words.confirmPassword}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
    </AccountForm>
  );
}

function useSignup(form: UseFormReturn<ConfirmedAccount>, t: Catalogue) {
  const words = useSignInText();
  return useSignInRequest({
    send: (body: { email: string; username: string; password: string }) => call(signup, { body }),
    greeting: words.signupDone,
    onError: (error) => {
      showTopToast('error', sentenceFor(t, words, error));
      if (!(error instanceof ApiRefusal)) return;
      const isTaken = error.code === 'taken';
      for (const { path, message } of error.issues) {
        if (path !== 'email' && path !== 'username' && path !== 'password') continue;
        form.setError(path, { message: isTaken ? words.inUse : message }, { shouldFocus: isTaken });
      }
    },
  });
}

function sentenceFor(t: Catalogue, words: SignInCatalogue, error: Error): string {
  if (error instanceof NetworkFailure) return t.toasts.networkError;
  return error.message === 'Validation error' ? words.signupTaken : words.signupFailed;
}
