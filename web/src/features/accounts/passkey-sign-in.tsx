import { KeyRound } from 'lucide-react';
import {
  arePasskeysSupported,
  passkeyErrorText,
  signInByPasskey,
  usePasskeyText,
} from '#features/passkeys/passkeys.ts';
import { useText } from '#i18n/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showTopToast } from '#ui/toast.ts';
import { useSignInRequest } from './account-form.tsx';

/** Signs in with a passkey: of any account, or as the second step of the sign-in with this challenge. */
export function PasskeySignIn({ challenge }: { challenge?: string | undefined }) {
  const all = useText();
  const t = usePasskeyText();
  const enter = useSignInRequest({
    send: () => signInByPasskey(challenge),
    greeting: all.toasts.loginDone,
    onError: (error) => {
      const text = passkeyErrorText(all, t, error);
      if (text !== undefined) showTopToast('error', text);
    },
  });
  if (!arePasskeysSupported()) return null;
  return (
    <Button
      className="mt-3 h-12 w-full md:h-12"
      isPending={enter.isPending}
      icon={<KeyRound size={18} aria-hidden className="text-primary" />}
      onClick={() => enter.mutate(undefined)}
    >
      {t.signIn}
    </Button>
  );
}
