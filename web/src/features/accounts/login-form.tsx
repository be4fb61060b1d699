import { zodResolver } from '@hookform/resolvers/zod';
import { signInForm } from '@karat/contract/account-forms';
import { login } from '@karat/contract/accounts';
import { pages } from '@karat/contract/pages';
import type { Ban } from '@karat/contract/refusal';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiRefusal, call } from '#core/api.ts';
import { openSecondStep, setModalState } from '#core/modals.ts';
import { useText } from '#i18n/i18n.ts';
import type { Catalogue } from '#i18n/mixed.ts';
import { textOfRefusal } from '#i18n/refusals.ts';
import { formatDay } from '#ui/dates.ts';
import { FormAlert } from '#ui/form-alert.tsx';
import { showTopToast } from '#ui/toast.ts';
import { AccountForm, PasswordField, UsernameField, useSignInRequest } from './account-form.tsx';
import type { SignInCatalogue } from './words/mixed.ts';
import { useSignInText } from './words/sign-in-text.ts';

export function LoginForm() {
  const t = useText();
  const words = useSignInText();
  const form = useForm({ resolver: zodResolver(signInForm), defaultValues: { username: '', password: '' } });
  const { errors } = form.formState;
  const enter = useSignInRequest({
    send: (body: { username: string; password: string }) => call(login, { body }),
    greeting: t.toasts.loginDone,
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 'second_factor_required')
        return openSecondStep(error.challenge);
      const hasReason = error instanceof ApiRefusal && error.message !== '';
      showTopToast('error', hasReason ? sentenceFor(t, words, error) : words.loginFailed);
      // The form does not reveal which of the two was wrong, so both are marked until edited.
      if (!hasReason || error.code !== 'wrong_credentials') return;
      form.setError('username', { message: '' });
      form.setError('password', { message: '' });
    },
  });
  const submit = form.handleSubmit((values) => {
    if (!enter.isPending) enter.mutate(values);
  });
  return (
    <AccountForm
      onSubmit={submit}
      action={enter.isPending ? words.loggingIn : t.auth.login}
      isPending={enter.isPending}
      foot={<ForgotPassword />}
    >
      <UsernameField error={errors.username?.message} {...form.register('username')} />
      <PasswordField autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
      {enter.error instanceof ApiRefusal && enter.error.ban && <BanNote {...enter.error.ban} />}
    </AccountForm>
  );
}

function ForgotPassword() {
  const { forgotPassword } = useSignInText();
  return (
    <p className="text-center text-card">
      <Link
        to={pages.resetPassword}
        className="hit-area rounded-sm text-fg-2 underline-offset-4 hover:text-fg hover:underline"
        onClick={() => setModalState('isAuthOpen', false)}
      >
        {forgotPassword}
      </Link>
    </p>
  );
}

/** Longer waits are shown in minutes. */
const SECONDS_SHOWN_MAX = 90;

/** The refusal, with the required wait. */
function sentenceFor(t: Catalogue, words: SignInCatalogue, error: ApiRefusal): string {
  const { code, retryAfterSeconds: seconds } = error;
  const sentence = textOfRefusal(t, error);
  if (code !== 'too_many' || seconds === undefined) return sentence;
  const wait = seconds > SECONDS_SHOWN_MAX ? words.waitMinutes(Math.ceil(seconds / 60)) : words.waitSeconds(seconds);
  return `${sentence} ${wait}`;
}

/** Shown until the next attempt: since when, and how to object. Only staff see the reason. */
function BanNote({ since, contact }: Ban) {
  const { locale } = useText();
  const words = useSignInText();
  return (
    <FormAlert>
      <span className="min-w-0 text-pretty">
        {since === null ? words.banned : words.bannedSince(formatDay(since, locale))}{' '}
        {contact === null ? words.bannedAsk : `${words.bannedObject} `}
        {contact !== null && <Contact contact={contact} />}
      </span>
    </FormAlert>
  );
}

function Contact({ contact }: { contact: string }) {
  const url = contact.startsWith('https://') ? contact : `mailto:${contact}`;
  if (!contact.startsWith('https://') && !contact.includes('@')) return contact;
  return (
    <a href={url} className="break-all underline underline-offset-4">
      {contact}
    </a>
  );
}
