import { confirmSignIn } from '@karat/contract/factors';
import { type FormEvent, useState } from 'react';
import { ApiRefusal, call } from '#core/api.ts';
import { useText } from '#i18n/i18n.ts';
import { errorText } from '#ui/error-text.ts';
import { Field } from '#ui/field.tsx';
import { showTopToast } from '#ui/toast.ts';
import { AccountForm, useSignInRequest } from './account-form.tsx';
import { useSignInText } from './words/sign-in-text.ts';

type SecondStepProps = { pending: { challenge?: string | undefined }; onBack: () => void };

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondStepForm({ pending: { challenge }, onBack }: SecondStepProps) {
  const t = useText();
  const words = useSignInText();
  const [code, setCode] = useState('');
  const enter = useSignInRequest({
    send: (entered: string) =>
      call(confirmSignIn, { body: { code: entered, ...(challenge !== undefined && { challenge }) } }),
    greeting: t.toasts.loginDone,
    onError: (error) => {
      if (!(error instanceof ApiRefusal) || error.code !== 'stale_sign_in') return;
      showTopToast('error', words.codeTooLate);
      onBack();
    },
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!enter.isPending && code.trim() !== '') await enter.mutateAsync(code.trim()).catch(() => undefined);
  };
  return (
    <AccountForm
      onSubmit={submit}
      action={enter.isPending ? words.loggingIn : t.auth.login}
      isPending={enter.isPending}
      foot={
        <p className="text-center text-card">
          <button
            type="button"
            className="hit-area rounded-sm text-fg-2 underline-offset-4 hover:text-fg hover:underline"
            onClick={onBack}
          >
            {words.codeBack}
          </button>
        </p>
      }
    >
      <Field
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player entered the password, and the code is the next step
        autoFocus
        label={words.code}
        hint={words.codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={code}
        error={enter.error === null ? undefined : errorText(t, enter.error)}
        onChange={({ target }) => {
          setCode(target.value);
          if (enter.isError) enter.reset();
        }}
      />
    </AccountForm>
  );
}
