import { LogIn } from 'lucide-react';
import { openAuth, setModalState, useModals } from '#core/modals.ts';
import { clearSession, useAccount, useSteamSignIn } from '#core/session.ts';
import { SwitchNotice, useIsOff } from '#features/switches/switches.tsx';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/modal.tsx';
import { LoginForm } from './login-form.tsx';
import { SecondStepForm } from './second-step-form.tsx';
import { SignupForm } from './signup-form.tsx';
import { useSignInText } from './words/sign-in-text.ts';

/** Login and signup, each with a link to the other, and Steam above both. */
export function AuthModal() {
  const t = useSignInText();
  const { isAuthOpen, isLoginMode, pendingSignIn } = useModals();
  const isOff = useIsOff('signups') && !isLoginMode;
  const close = () => {
    setModalState('isAuthOpen', false);
    // A player who does not sign in again after the session ended becomes a visitor.
    if (useAccount.getState().hasSessionEnded) clearSession();
  };
  if (pendingSignIn !== undefined) {
    return (
      <Modal isOpen={isAuthOpen} onClose={close} title={t.codeTitle} text={t.codeLead}>
        <SecondStepForm pending={pendingSignIn} onBack={() => openAuth('login')} />
      </Modal>
    );
  }
  return (
    <Modal
      isOpen={isAuthOpen}
      onClose={close}
      title={isLoginMode ? t.loginTitle : t.signupTitle}
      text={isLoginMode ? t.loginLead : t.signupLead}
    >
      {isOff ? (
        <SwitchNotice name="signups" />
      ) : (
        <>
          <SteamPart />
          {isLoginMode ? <LoginForm /> : <SignupForm />}
        </>
      )}
      <p className="mt-5 text-center text-card text-fg-2">
        {isLoginMode ? t.noAccount : t.haveAccount}{' '}
        <button
          type="button"
          className="hit-area rounded-sm font-semibold text-primary hover:underline"
          onClick={() => setModalState('isLoginMode', !isLoginMode)}
        >
          {isLoginMode ? t.switchToSignup : t.switchToLogin}
        </button>
      </p>
      <p className="mt-4 rounded-md bg-bg-2 px-4 py-3 text-center text-xs text-fg-2">{t.adultsOnly}</p>
    </Modal>
  );
}

function SteamPart() {
  const t = useSignInText();
  const steam = useSteamSignIn();
  if (!steam.isOffered) return null;
  return (
    <>
      <Button
        className="h-12 w-full md:h-12"
        isPending={steam.isPending}
        icon={<LogIn size={18} aria-hidden className="text-primary" />}
        onClick={steam.start}
      >
        {steam.isPending ? t.signingIn : t.steam}
      </Button>
      <div className="my-4 flex items-center gap-3 text-xs text-fg-3">
        <span className="h-px grow bg-line" />
        {t.or}
        <span className="h-px grow bg-line" />
      </div>
    </>
  );
}
