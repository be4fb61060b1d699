import { useMutation } from '@tanstack/react-query';
import type { ComponentProps, ReactNode, FormEvent } from 'react';
import { setModalState } from '#core/modals.ts';
import { completeSignIn } from '#core/session.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { showTopToast } from '#ui/toast.ts';
import { useSignInText } from './words/sign-in-text.ts';

type AccountFormProps = {
  onSubmit: (event: FormEvent) => Promise<void>;
  /** The text of the button. */
  action: string;
  isPending: boolean;
  /** Below the button. */
  foot?: ReactNode;
  children: ReactNode;
};

/** The frame of the login and signup forms. */
export function AccountForm({ onSubmit, action, isPending, foot, children }: AccountFormProps) {
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="space-y-4">
      {children}
      <Button type="submit" variant="primary" size="main" className="w-full" isPending={isPending}>
        {action}
      </Button>
      {foot}
    </form>
  );
}

type InputProps = Omit<ComponentProps<typeof Field>, 'label'>;

export function UsernameField(input: InputProps) {
  const { username } = useSignInText();
  return <Field label={username} autoComplete="username" autoCapitalize="none" spellCheck={false} {...input} />;
}

export function PasswordField(input: InputProps & { autoComplete: 'current-password' | 'new-password' }) {
  const { password } = useSignInText();
  return <Field label={password} type="password" {...input} />;
}

type SignInRequest<Body> = {
  send: (body: Body) => Promise<Parameters<typeof completeSignIn>[0]>;
  greeting: string;
  onError: (error: Error) => void;
};

/** Sends a login or signup; on success closes the modal and starts the session. */
export function useSignInRequest<Body>({ send, greeting, onError }: SignInRequest<Body>) {
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      setModalState('isAuthOpen', false);
      showTopToast('success', greeting);
      return completeSignIn(reply);
    },
    onError,
  });
}
