import { zodResolver } from '@hookform/resolvers/zod';
import { setPasswordForm, passwordChangeForm } from '@karat/contract/account-forms';
import { changePassword, setPassword } from '@karat/contract/accounts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiRefusal, call, isUnauthenticated } from '#core/api.ts';
import { loadSession, useSession, useSteamSignIn } from '#core/session.ts';
import { useText } from '#i18n/i18n.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showToast } from '#ui/toast.ts';
import { useProfileText } from './words/profile-text.ts';

/** Signup allows six characters, so an old password may be that short. */
const OLD_PASSWORD_LENGTH_MIN = 6;

const changeForm = passwordChangeForm.check(
  z.refine((form) => form.oldPassword.length >= OLD_PASSWORD_LENGTH_MIN, {
    error: 'Parola en az 6 karakterden oluşmalı',
    path: ['oldPassword'],
  }),
);

type Passwords = { oldPassword: string; newPassword: string; confirmPassword: string };
const blank: Passwords = { oldPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password or, for an account from Steam, sets the first one. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const t = useProfileText();
  const username = useSession((session) => session.username);
  const resolver = (hasPassword ? zodResolver(changeForm) : zodResolver(setPasswordForm)) as Resolver<Passwords>;
  const form = useForm<Passwords>({ resolver, defaultValues: blank });
  const { errors } = form.formState;
  const save = useSave({
    hasPassword,
    onSaved: () => form.reset(blank),
    onWrongOld: () => form.setError('oldPassword', { message: '' }, { shouldFocus: true }),
  });
  const submit = form.handleSubmit((values) => {
    if (!save.isPending) save.mutate(values);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
      {/* Password managers need the username. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <Field
          label={t.security.oldPassword}
          type="password"
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          {...form.register('oldPassword')}
        />
      )}
      <Field
        label={t.security.newPassword}
        type="password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        hint={t.security.passwordRule}
        {...form.register('newPassword')}
      />
      <Field
        label={t.security.confirmPassword}
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <div className="flex flex-wrap gap-3 pt-1">
        <Button type="submit" variant="primary" isPending={save.isPending}>
          {save.isPending ? t.security.saving : hasPassword ? t.security.change : t.security.set}
        </Button>
        {save.isStale && <SteamAgain />}
      </div>
    </form>
  );
}

function useSave(form: { hasPassword: boolean; onSaved: () => void; onWrongOld: () => void }) {
  const t = useText();
  const words = useProfileText();
  const [isStale, setStale] = useState(false);
  const save = useMutation({
    mutationFn: ({ oldPassword, ...chosen }: Passwords) =>
      form.hasPassword
        ? call(changePassword, { body: { oldPassword, ...chosen } })
        : call(setPassword, { body: chosen }),
    onSuccess: () => {
      form.onSaved();
      showToast('success', words.toasts.passwordChanged);
      // The account has a password now, and other devices are signed out.
      return loadSession();
    },
    onError: (error) => {
      if (isUnauthenticated(error)) return;
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showToast('error', t.toasts.error(hasReason ? textOfRefusal(t, error) : words.toasts.passwordChangeFailed));
      if (!hasReason) return;
      if (error.code === 'wrong_password') form.onWrongOld();
      setStale(error.code === 'stale_sign_in');
    },
  });
  return { ...save, isStale };
}

function SteamAgain() {
  const t = useProfileText();
  const steam = useSteamSignIn();
  return (
    <Button isPending={steam.isPending} onClick={steam.start}>
      {t.security.signInAgain}
    </Button>
  );
}
